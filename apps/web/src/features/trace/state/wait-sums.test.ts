import { expect, it } from "vitest";
import { waitSums } from "./wait-sums.ts";

const wait = (reason: "person" | "worker", from: number, to: number) =>
  ({ reason, from, to, call: null }) as const;

it("adds up the waits for each thing, longest first, and leaves out what took no time", () => {
  expect(waitSums([wait("worker", 0, 300), wait("person", 400, 600), wait("person", 700, 900)])).toEqual([
    { reason: "person", ms: 400 },
    { reason: "worker", ms: 300 },
  ]);
  expect(waitSums([wait("worker", 5, 5)])).toEqual([]);
});
