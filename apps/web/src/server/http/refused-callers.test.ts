import { createTestClock } from "@goaltrace/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRefusedCallers } from "./refused-callers.ts";

const LIMIT = { limit: 5, windowMs: 60_000 };

describe("callers whose requests are refused", () => {
  it("wait for the end of the window once they have reached the limit, and then start over", () => {
    const clock = createTestClock();
    const callers = createRefusedCallers(clock, LIMIT);
    for (let count = 0; count < 5; count += 1) {
      expect(callers.secondsToWait("a")).toBeNull();
      callers.note("a");
      clock.advance(1_000);
    }
    expect(callers.secondsToWait("a")).toBe(55);
    clock.advance(54_500);
    expect(callers.secondsToWait("a")).toBe(1);
    clock.advance(500);
    expect(callers.secondsToWait("a")).toBeNull();
    callers.note("a");
    expect(callers.secondsToWait("a")).toBeNull();
  });

  it("never wait for the refusals of others, and never within the limit of a window", () => {
    const step = fc.record({ caller: fc.constantFrom("a", "b", "c"), afterMs: fc.nat(40_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const clock = createTestClock();
        const callers = createRefusedCallers(clock, LIMIT);
        const noted: { readonly caller: string; readonly at: number }[] = [];
        for (const { caller, afterMs } of steps) {
          clock.advance(afterMs);
          const at = clock.monotonic();
          const own = noted.filter((each) => each.caller === caller && each.at > at - LIMIT.windowMs);
          const seconds = callers.secondsToWait(caller);
          if (own.length < LIMIT.limit) expect(seconds).toBeNull();
          if (seconds !== null) expect(seconds).toBeLessThanOrEqual(60);
          else {
            callers.note(caller);
            noted.push({ caller, at });
          }
        }
      }),
    );
  });

  it("forgets the oldest of ten thousand callers", () => {
    const callers = createRefusedCallers(createTestClock(), { ...LIMIT, limit: 1 });
    for (let caller = 0; caller <= 10_000; caller += 1) callers.note(String(caller));
    expect(callers.secondsToWait("0")).toBeNull();
    expect(callers.secondsToWait("1")).toBe(60);
  });
});
