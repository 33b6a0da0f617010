import { expect, it } from "vitest";
import { splitExports } from "./split-exports.ts";

async function* inFile(...lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}

const HEADER = '{"format":"goaltrace"}';

it("splits a file at the headers and reports the first line of each trace", async () => {
  expect(await splitExports(inFile("", HEADER, "one", "", HEADER, "two"))).toEqual([
    { lines: [HEADER, "one", ""], before: 1 },
    { lines: [HEADER, "two"], before: 4 },
  ]);
});

it.each([[[]], [["", ""]], [["hello"]], [["hello", HEADER]]])(
  "rejects a file that does not start with a header: %j",
  async (lines) => {
    await expect(splitExports(inFile(...lines))).rejects.toThrow(/Line 1 is not the header/u);
  },
);

it("rejects a file with too many traces", async () => {
  const headers = (count: number): readonly string[] => Array.from({ length: count }, () => HEADER);
  expect(await splitExports(inFile(...headers(500)))).toHaveLength(500);
  await expect(splitExports(inFile(...headers(501)))).rejects.toThrow(/more than 500 traces/u);
});
