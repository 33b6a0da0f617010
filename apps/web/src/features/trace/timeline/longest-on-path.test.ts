import { applyTiming, createTiming, pathFigures, pausesUntil, tipOf, workIn } from "@goaltrace/core/graph";
import { timedLogArbitrary } from "@goaltrace/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longestOnPath } from "./longest-on-path.ts";
import { timelineFacts } from "./timeline-scene.ts";

describe("the longest calls of a run", () => {
  it("are on the critical path, longest first, and none on it is longer than those left out", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), fc.integer({ min: 1, max: 4 }), (entries, count) => {
        const timing = createTiming();
        for (const entry of entries) applyTiming(timing, entry);
        const tip = tipOf(timing, null);
        const pauses = pausesUntil(timing, tip);
        const path = pathFigures(timing, tip);
        const took = (index: number): number => {
          const call = timing.calls[index];
          return call === undefined ? 0 : workIn({ from: call.runFrom, to: call.to ?? tip }, pauses);
        };
        const expected = [...path.calls]
          .map(took)
          .sort((left, right) => right - left)
          .slice(0, path.calls.size < 4 ? 0 : count);
        const longest = longestOnPath({ timing, tip, pauses, path }, count);
        expect(longest.map((call) => took(timing.calls.indexOf(call)))).toEqual(expected);
        for (const call of longest) expect(path.calls.has(timing.calls.indexOf(call))).toBe(true);
      }),
    );
  });
});

describe("what a run waited for", () => {
  it("adds up to the time that it waited", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), (entries) => {
        const timing = createTiming();
        for (const entry of entries) applyTiming(timing, entry);
        const { sums, waits } = timelineFacts(timing, null, new Map());
        expect(waits.reduce((sum, { ms }) => sum + ms, 0)).toBeCloseTo(sums.waited, 6);
      }),
    );
  });
});
