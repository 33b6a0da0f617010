import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moveSpan, spanHolding, zoomSpan } from "./zoom-span.ts";

describe("zoom of the timeline", () => {
  it("keeps the point under the pointer and stays within the run", () => {
    expect(zoomSpan({ from: 0, to: 1_000 }, { factor: 0.5, around: 0.5, length: 1_000 })).toEqual({
      from: 250,
      to: 750,
    });
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 5, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 500 }),
        (factor, around, from) => {
          const span = zoomSpan({ from, to: from + 500 }, { factor, around, length: 1_000 });
          if (span) expect(span.from >= 0 && span.to <= 1_000 && span.to > span.from).toBe(true);
        },
      ),
    );
  });

  it("returns null when zoomed out to the whole run", () => {
    expect(zoomSpan({ from: 200, to: 700 }, { factor: 3, around: 0.5, length: 1_000 })).toBeNull();
  });

  it("moves only when the selection is out of view", () => {
    expect(moveSpan({ from: 100, to: 200 }, -5, 1_000)).toEqual({ from: 0, to: 100 });
    expect(spanHolding({ from: 100, to: 200 }, 150, 1_000)).toEqual({ from: 100, to: 200 });
    expect(spanHolding({ from: 100, to: 200 }, 500, 1_000)).toEqual({ from: 450, to: 550 });
  });
});
