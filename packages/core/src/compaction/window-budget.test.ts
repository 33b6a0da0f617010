import { expect, it } from "vitest";
import { windowBudget } from "./window-budget.ts";

it("derives the thresholds of a window from its usable part", () => {
  expect(windowBudget(104_096)).toEqual({
    ...{ usable: 100_000, clearAbove: 60_000, clearFrees: 15_000, clearLastsSteps: 34, cleared: 40_000 },
    ...{ prepareAbove: 75_000, summariseAbove: 85_000, hardLimit: 96_000, compacted: 42_500 },
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

it("lowers the thresholds that belong to the limit together with it", () => {
  expect(windowBudget(104_096, { summariseAbove: 34_000 })).toMatchObject({
    ...{ clearAbove: 34_000, cleared: 34_000, prepareAbove: 30_000, summariseAbove: 34_000 },
    ...{ hardLimit: 96_000, compacted: 17_000 },
  });
  expect(windowBudget(104_096, { summariseAbove: 98_000 })).toMatchObject({
    ...{ clearAbove: 60_000, summariseAbove: 98_000, hardLimit: 98_000 },
  });
  expect(windowBudget(104_096, { summariseAbove: 200_000 }).summariseAbove).toBe(100_000);
});

it("takes each other threshold that is set as it is", () => {
  const overrides = { clearAbove: 90_000, clearFrees: 7, clearLastsSteps: 2, prepareAbove: 11 };
  expect(windowBudget(104_096, overrides)).toMatchObject(overrides);
});
