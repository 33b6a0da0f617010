import type { OutlineEntry } from "@goaltrace/core/log";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sequenceAtShare, scrubberBins, scrubberCapacity, scrubberEntries } from "./scrubber-bins.ts";

const turn = (q: number, i: number): OutlineEntry => ({
  q,
  t: q,
  g: "root",
  k: "assistant",
  d: "",
  i,
  o: 1,
  c: null,
  m: 1,
  calls: [],
});
const result = (q: number, s: "ok" | "error"): OutlineEntry => ({
  q,
  t: q,
  g: "root",
  k: "tool",
  d: "",
  call: `c${q}`,
  name: "read_file",
  s,
  n: 1,
  m: 1,
});

describe("scrubber bins", () => {
  it("puts every entry in exactly one bar and respects the limit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 400 }), (count, limit) => {
        const entries = Array.from({ length: count }, (_, index) => turn(index, index));
        const bins = scrubberBins(entries, { capacity: scrubberCapacity(count, true), limit });
        expect(bins.length).toBeLessThanOrEqual(limit);
        expect(bins.flatMap((bin) => [bin.from, bin.to]).at(-1) ?? -1).toBe(count - 1);
        expect(bins.every((bin, index) => bin.from === (bins[index - 1]?.to ?? -1) + 1)).toBe(true);
        expect(bins.reduce((sum, bin) => sum + bin.turns, 0)).toBe(count);
      }),
    );
  });

  it("keeps an error visible however many entries share its bar", () => {
    const entries = [turn(1, 5), result(2, "ok"), result(3, "error"), turn(4, 9)];
    expect(scrubberBins(entries, { capacity: 4, limit: 1 })).toEqual([
      { from: 0, to: 3, turns: 2, calls: 2, error: true, mark: false, context: 9 },
    ]);
  });

  it("reserves room for a growing run and fills the scrubber with an ended one", () => {
    expect(scrubberCapacity(1, true)).toBe(scrubberCapacity(40, true));
    expect(scrubberCapacity(41, true)).toBe(60);
    expect(scrubberCapacity(41, false)).toBe(41);
    expect(scrubberCapacity(0, false)).toBe(1);
  });

  it("maps a share of the scrubber to an entry, including both ends", () => {
    const entries = scrubberEntries([turn(3, 1), { q: 4, t: 0, g: "", k: "calling", call: "m" }, turn(8, 1)]);
    expect([0, 0.4, 0.6, 1, 7].map((share) => sequenceAtShare(entries, 2, share))).toEqual([3, 3, 8, 8, 8]);
    expect(sequenceAtShare([], 1, 0.5)).toBeNull();
  });
});
