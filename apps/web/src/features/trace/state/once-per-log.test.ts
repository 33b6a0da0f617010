import { expect, it } from "vitest";
import { oncePerLog } from "./once-per-log.ts";

it("computes a value once per state of a log, and again for other inputs", () => {
  let computed = 0;
  const sizeOf = oncePerLog((log: { readonly length: number }, runs: readonly string[]) => {
    computed += 1;
    return log.length + runs.length;
  });
  const [first, second, runs] = [{ length: 1 }, { length: 2 }, ["a"]];
  expect([sizeOf(first, runs), sizeOf(first, runs), sizeOf(second, runs), sizeOf(first, runs)]).toEqual([
    2, 2, 3, 2,
  ]);
  expect(computed).toBe(2);
  expect(sizeOf(first, ["a", "b"])).toBe(3);
  expect(computed).toBe(3);
});
