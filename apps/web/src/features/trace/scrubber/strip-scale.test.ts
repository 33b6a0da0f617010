import { applyTiming, createTiming } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { timedLogArbitrary } from "@goaltrace/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stripPaths } from "./strip-paths.ts";
import { stripScale } from "./strip-scale.ts";

function build(entries: readonly OutlineEntry[], isGrowing = false) {
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  const strip = stripScale(timing, { entries, tip: timing.to, width: 900, isGrowing });
  return { timing, strip };
}

describe("the clock of the scrubber", () => {
  it("places entries in order within its width, and finds them by position", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), fc.boolean(), (entries, isGrowing) => {
        const { strip } = build(entries, isGrowing);
        let before = 0;
        for (const { q } of entries) {
          const x = strip.placeOf(q);
          expect(x).toBeGreaterThanOrEqual(before - 1e-6);
          expect(x).toBeLessThanOrEqual(900.001);
          before = x;
          const found = strip.sequenceAt(x + 1e-6) ?? 0;
          expect(Math.abs(strip.placeOf(found) - x)).toBeLessThan(0.01);
        }
      }),
    );
  });

  it("fills between half and all of its width while a run grows", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), (entries) => {
        const { strip, timing } = build(entries, true);
        const x = strip.scale.x(timing.to);
        expect(x).toBeLessThanOrEqual(900);
        // A scale below a millisecond per pixel would show nothing.
        if (strip.scale.step > 1 && timing.pauses.length === 0) expect(x).toBeGreaterThanOrEqual(450 - 1);
      }),
    );
  });

  it("draws every failed call, however short", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), (entries) => {
        const { timing, strip } = build(entries);
        const failed = timing.calls.some(({ outcome }) => outcome === "error");
        const paths = stripPaths(timing, { scale: strip.scale, width: 900, entries });
        expect(paths.errors !== "").toBe(failed);
      }),
    );
  });
});
