import { expect, it } from "vitest";
import { mainWait, waitSums } from "./wait-sums.ts";

const wait = (reason: "person" | "worker", from: number, to: number) =>
  ({ reason, from, to, call: null }) as const;

it("adds up the waits for each thing, longest first, and leaves out what took no time", () => {
  expect(waitSums([wait("worker", 0, 300), wait("person", 400, 600), wait("person", 700, 900)], 0)).toEqual([
    { reason: "person", ms: 400 },
    { reason: "worker", ms: 300 },
  ]);
  expect(waitSums([wait("worker", 5, 5)], 0)).toEqual([]);
});

it("distinguishes one reason, a main one and several", () => {
  const short = wait("worker", 0, 300);
  const long = wait("person", 1_000, 9_000);
  expect(mainWait([short, long], 0)).toEqual({ reason: "person", isOnly: true, isMost: true });
  expect(mainWait([wait("worker", 0, 1_000), long], 0)).toEqual({
    reason: "person",
    isOnly: false,
    isMost: true,
  });
  const others = [wait("worker", 0, 5_000), { ...short, reason: "budget" as const, from: 0, to: 4_000 }];
  expect(mainWait([...others, long], 0)).toEqual({ reason: "person", isOnly: false, isMost: false });
  expect(mainWait([], 0)).toBeNull();
});

it("names the queue when model calls waited longest to be sent", () => {
  expect(mainWait([wait("worker", 0, 225)], 59_700)).toEqual({ reason: "queue", isOnly: true, isMost: true });
});
