import { expect, it } from "vitest";
import { compactedTokens, keptTokens, windowBudget } from "./window-budget.ts";

it("derives the thresholds of a window from its usable part", () => {
  expect(windowBudget(104_096)).toEqual({
    ...{ usable: 100_000, clearAbove: 60_000, clearFrees: 15_000, clearLastsSteps: 34, cleared: 40_000 },
    ...{ prepareAbove: 75_000, summariseAbove: 85_000, hardLimit: 96_000, compacted: 34_000 },
    ...{ keptLow: 10_000, keptHigh: 15_000 },
  });
});

it("rounds every threshold down to whole tokens", () => {
  expect(windowBudget(1_337)).toEqual({
    ...{ usable: 1_002, clearAbove: 601, clearFrees: 150, clearLastsSteps: 34, cleared: 400 },
    ...{
      prepareAbove: 750,
      summariseAbove: 851,
      hardLimit: 961,
      compacted: 425,
      keptLow: 100,
      keptHigh: 150,
    },
  });
});

it("compacts a small window to half of its limit, and a larger one to less, but never below 8,000 tokens for that", () => {
  const compacted = (summariseAbove: number): number => windowBudget(104_096, { summariseAbove }).compacted;
  expect([10_000, 16_000, 18_000, 20_000, 30_000].map(compacted)).toEqual([
    5_000, 8_000, 8_000, 8_000, 12_000,
  ]);
});

it("leaves the history of a small window half of what instructions and tools leave", () => {
  const after = (summariseAbove: number, ...fixed: readonly number[]): readonly number[] =>
    fixed.map((tokens) => compactedTokens(windowBudget(104_096, { summariseAbove }), tokens));
  expect(after(8_000, 0, 1_000, 1_600, 2_000, 6_000)).toEqual([4_000, 4_500, 4_800, 5_000, 7_000]);
  expect(after(8_001, 1_000)).toEqual([4_000]);
});

it("leaves the history its share of the rest where instructions and tools crowd a larger window", () => {
  const budget = windowBudget(104_096, { summariseAbove: 10_000 });
  expect([0, 1_000, 1_600, 2_000, 8_000].map((fixed) => compactedTokens(budget, fixed))).toEqual([
    5_000, 5_000, 5_000, 6_000, 9_000,
  ]);
});

it("keeps less verbatim where instructions and tools crowd the window", () => {
  const kept = (summariseAbove: number, ...fixed: readonly number[]): readonly number[] =>
    fixed.map((tokens) => keptTokens(windowBudget(104_096, { summariseAbove }), tokens).high);
  expect(kept(10_000, 0, 1_600, 2_000, 5_000, 12_000)).toEqual([15_000, 15_000, 12_000, 7_500, 0]);
  expect(kept(8_000, 0, 1_200, 4_000)).toEqual([15_000, 15_000, 7_500]);
  expect(keptTokens(windowBudget(104_096, { summariseAbove: 10_000 }), 5_000).low).toBe(5_000);
});

it("lowers the thresholds that belong to the limit together with it", () => {
  expect(windowBudget(104_096, { summariseAbove: 34_000 })).toMatchObject({
    ...{ clearAbove: 34_000, cleared: 34_000, prepareAbove: 30_000, summariseAbove: 34_000 },
    ...{ hardLimit: 96_000, compacted: 13_600 },
  });
  expect(windowBudget(104_096, { summariseAbove: 98_000 })).toMatchObject({
    ...{ clearAbove: 60_000, summariseAbove: 98_000, hardLimit: 98_000 },
  });
  expect(windowBudget(104_096, { summariseAbove: 200_000 }).summariseAbove).toBe(100_000);
});

it("uses every other configured threshold unchanged", () => {
  const overrides = { clearAbove: 90_000, clearFrees: 7, clearLastsSteps: 2, prepareAbove: 11 };
  expect(windowBudget(104_096, overrides)).toMatchObject(overrides);
});
