import { describe, expect, it } from "vitest";
import { cacheShare, listDays, successShare, toCsv } from "./usage-data.ts";
import type { Figures, Usage } from "./usage-data.ts";

const figures: Figures = {
  ...{ runs: 2, completed: 1, failed: 1, ended: 2, cost: null, unpriced: 2 },
  ...{ inputTokens: 100, outputTokens: 5, cachedTokens: 80, p50Ms: null, p95Ms: null },
};

describe("usage figures", () => {
  it("includes days without runs, with null instead of 0", () => {
    const usage: Usage = { total: figures, groups: [], days: [{ day: "2026-11-02", ...figures }] };
    const range = { from: Date.UTC(2026, 10, 1, 9), to: Date.UTC(2026, 10, 3, 9), timeZone: "UTC" };
    expect(
      listDays(usage, range).map(({ day, figures: dayFigures }) => [day, dayFigures?.runs ?? null]),
    ).toEqual([
      ["2026-11-01", null],
      ["2026-11-02", 2],
      ["2026-11-03", null],
    ]);
  });

  it("returns null for shares of nothing", () => {
    expect(cacheShare(figures)).toBe(0.8);
    expect(successShare(figures)).toBe(0.5);
    expect(cacheShare({ inputTokens: 0, cachedTokens: 0 })).toBeNull();
    expect(successShare({ ended: 0, completed: 0 })).toBeNull();
  });

  it("never exports a name as a formula and leaves unknown costs empty", () => {
    const [, line] = toCsv([{ label: '=HYPERLINK("x")', ...figures }]).split("\r\n");
    expect(line).toBe(`"'=HYPERLINK(""x"")",2,1,1,2,,2,100,5,80,,`);
  });
});
