import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldLength, NO_LENGTH, outlineMoment, runLength } from "../../log/run-length.ts";
import { timedLogArbitrary } from "../../testing/timed-world.ts";
import { criticalPath, sumPath, tipOf } from "./critical-path.ts";
import { applyTiming } from "./fold-timing.ts";
import { createTiming } from "./timing.ts";

describe("the length of a run", () => {
  it("equals that of its critical path, worked and waited, at every moment", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), fc.nat({ max: 500_000 }), (entries, age) => {
        // A clock that jumps back in a queue leaves the bars less room than the queue took.
        fc.pre(entries.every(({ t }, index) => t >= (entries[index - 1]?.t ?? t)));
        const timing = createTiming();
        let fold = NO_LENGTH;
        for (const entry of entries) {
          applyTiming(timing, entry);
          fold = foldLength(fold, outlineMoment(entry));
        }
        const now = timing.to + age;
        const sums = sumPath(criticalPath(timing, tipOf(timing, now)).pieces);
        const { worked, waited } = runLength(fold, now);
        expect(worked).toBeCloseTo(sums.worked, 3);
        expect(waited).toBeCloseTo(sums.waited, 3);
      }),
    );
  });

  it("does not change with an entry that it has seen", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), (entries) => {
        const fold = entries.map(outlineMoment).reduce(foldLength, NO_LENGTH);
        expect(entries.map(outlineMoment).reduce(foldLength, fold)).toEqual(fold);
      }),
    );
  });
});
