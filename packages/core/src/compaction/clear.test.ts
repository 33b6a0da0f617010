import { describe, expect, it } from "vitest";
import type { Message } from "../log/message.ts";
import { type Clearable, createView, type View } from "../context/view.ts";
import { planClear, planClearAfter, planEmergencyClear, planStaleClear, requestTokens } from "./clear.ts";
import { createCompactionWorld } from "../testing/compaction-world.ts";
import type { WindowBudget } from "./window-budget.ts";

const clearable = (sequence: number, saves: number): Clearable => ({
  item: { message: { sequence } as Message, tokens: saves + 10, placeholder: null },
  saves,
});
const viewWith = (fields: Partial<View>): View => ({ ...createView({ count: () => 0 }), ...fields });
const BUDGET: WindowBudget = {
  ...{ usable: 1_000, clearAbove: 600, clearFrees: 150, clearLastsSteps: 10, cleared: 400 },
  ...{ prepareAbove: 750, summariseAbove: 850, hardLimit: 960, compacted: 425, keptLow: 100, keptHigh: 150 },
};

it("counts a request as its fixed parts, the summary at its front and the messages", () => {
  expect(requestTokens(viewWith({ tokens: 30 }), 5)).toBe(35);
  const head = { tokens: 100 } as View["head"];
  expect(requestTokens(viewWith({ tokens: 30, head }), 5)).toBe(135);
});

describe("planClear", () => {
  /** A view of `tokens` that grows by `growth` each step. */
  const plan = (tokens: number, stale: number, growth: number): ReturnType<typeof planClear> => {
    const results = [clearable(3, stale - 1), clearable(5, 1)];
    const view = viewWith({ tokens, staleTokens: stale, stale: results, logTokens: growth * 20, steps: 20 });
    return planClear(view, BUDGET, 100);
  };
  const all = (stale: number) => ({ sequences: [3, 5], frees: stale });

  it("clears only above the threshold", () => {
    expect(plan(500, 300, 1)).toBeNull();
    expect(plan(501, 300, 1)).toEqual(all(300));
  });

  it("clears before the limit only if that frees twice the minimum and lasts", () => {
    expect(plan(650, 299, 1)).toBeNull();
    expect(plan(650, 300, 1)).toEqual(all(300));
    expect(plan(750, 299, 0)).toBeNull();
    expect(plan(750, 300, 30)).toEqual(all(300));
    expect(plan(750, 300, 30.1)).toBeNull();
  });

  it("clears at the limit only what frees the minimum", () => {
    expect(plan(751, 149, 0)).toBeNull();
    expect(plan(751, 150, 0)).toEqual(all(150));
  });

  it("clears at the limit if that lasts or makes the request small enough", () => {
    // 851 - 201 = 650, which leaves 200 up to the limit.
    expect(plan(751, 201, 20)).toEqual(all(201));
    expect(plan(751, 201, 20.1)).toBeNull();
    expect(plan(751, 451, 100)).toEqual(all(451));
    expect(plan(751, 450, 100)).toBeNull();
  });
});

it("clears every stale result on demand", () => {
  expect(planStaleClear(viewWith({ stale: [clearable(3, 20), clearable(5, 30)] }))).toEqual({
    sequences: [3, 5],
    frees: 50,
  });
  expect(planStaleClear(viewWith({}))).toEqual({ sequences: [], frees: 0 });
});

it("clears all but the newest results in an emergency, if that is worthwhile", () => {
  const stale = [clearable(3, 30)];
  const recent = [clearable(5, 24), clearable(7, 23), clearable(9, 40), clearable(11, 50)];
  const view = viewWith({ stale, recent });
  expect(planEmergencyClear(view)).toEqual({ sequences: [3, 5], frees: 54 });
  expect(planEmergencyClear(viewWith({ stale, recent: recent.slice(3) }))).toEqual({
    sequences: [3],
    frees: 30,
  });
  expect(planEmergencyClear(viewWith({ recent: recent.slice(1) }))).toBeNull();
});

it("clears all worthwhile results after a message", () => {
  const stale = [clearable(3, 30), clearable(5, 31)];
  const view = viewWith({ stale, recent: [clearable(7, 23), clearable(9, 24)] });
  expect(planClearAfter(view, 3, { unseenFrees: () => Infinity })).toEqual({ sequences: [5, 9], frees: 55 });
  expect(planClearAfter(view, 9, { unseenFrees: () => Infinity })).toEqual({ sequences: [], frees: 0 });
});

it("does not clear what the model has not seen, however many results arrive at once", () => {
  const world = createCompactionWorld();
  world.user("Look at all.");
  const ids = Array.from({ length: 9 }, (_, index) => `c${index}`);
  world.call({ id: "old" });
  world.output("old", "read_file", "o".repeat(400));
  world.call(...ids.map((id) => ({ id })));
  for (const id of ids) world.output(id, "read_file", "r".repeat(400));
  const { view } = world;
  expect(view.stale).toEqual([]);
  expect(planEmergencyClear(view)?.sequences).toEqual([3]);
  expect(planClearAfter(view, 0, { unseenFrees: () => 0 }).sequences).toEqual([3]);
  expect(planClearAfter(view, 0, { unseenFrees: () => Infinity }).sequences).toHaveLength(10);
  world.answer("All nine are alike.");
  expect(view.stale.map(({ item }) => item.message.sequence)).toEqual([3, 5, 6, 7, 8]);
});
