import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WINDOW_MARGIN } from "@goaltrace/core/graph";
import { isStillCovered } from "./still-covered.ts";
import type { Transform } from "./still-covered.ts";
import { visibleBox } from "./to-flow.ts";
import { zoomLevel } from "./zoom-level.ts";

const CANVAS = { width: 800, height: 600 };
const START: Transform = [0, 0, 1];

describe("isStillCovered", () => {
  it("keeps the window after small pans and zooms", () => {
    expect(isStillCovered(START, [-120, 60, 1], CANVAS)).toBe(true);
    expect(isStillCovered(START, [0, 0, 0.8], CANVAS)).toBe(true);
    expect(isStillCovered(START, [-100, -100, 1.3], CANVAS)).toBe(true);
  });

  it("keeps the mounted cards in the far view for the way back", () => {
    expect(isStillCovered([0, 0, 0.31], [0, 0, 0.29], CANVAS)).toBe(true);
    expect(isStillCovered([0, 0, 0.31], [-9_000, 0, 0.05], CANVAS)).toBe(true);
    expect(isStillCovered([0, 0, 0.31], [-9_000, 0, 0.31], CANVAS)).toBe(false);
    expect(isStillCovered([0, 0, 0.29], [0, 0, 0.31], CANVAS)).toBe(false);
  });

  it("replaces the window when other cards are visible or it is much too large", () => {
    expect(isStillCovered([0, 0, 0.6], [0, 0, 1.1], CANVAS)).toBe(false);
    expect(isStillCovered(START, [-400, 0, 1], CANVAS)).toBe(false);
  });

  it("counts only views inside the window as covered", () => {
    const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
    const camera = fc.tuple(between(-3_000, 3_000), between(-3_000, 3_000), between(0.1, 2.5));
    const step = fc.tuple(between(-300, 300), between(-300, 300), between(0.7, 1.7));
    fc.assert(
      fc.property(camera, step, (before, [right, down, closer]) => {
        const now: Transform = [before[0] + right, before[1] + down, before[2] * closer];
        fc.pre(zoomLevel(now[2]) !== "far" && isStillCovered(before, now, CANVAS));
        const [taken, seen] = [before, now].map(([x, y, scale]) => visibleBox({ x, y, zoom: scale }, CANVAS));
        if (!taken || !seen) throw new Error("The camera has no visible box.");
        expect(seen.x).toBeGreaterThanOrEqual(taken.x - WINDOW_MARGIN);
        expect(seen.x + seen.width).toBeLessThanOrEqual(taken.x + taken.width + WINDOW_MARGIN);
        expect(seen.y).toBeGreaterThanOrEqual(taken.y - WINDOW_MARGIN);
        expect(seen.y + seen.height).toBeLessThanOrEqual(taken.y + taken.height + WINDOW_MARGIN);
        expect(zoomLevel(before[2])).not.toBe("far");
      }),
      { numRuns: 200, maxSkipsPerRun: 200 },
    );
  });
});
