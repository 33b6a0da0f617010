import { describe, expect, it } from "vitest";
import { type Clearable, createView, type View, type ViewItem } from "../context/view.ts";
import { failedEvent, preparedEvent, shouldPrepareSummary } from "./prepare.ts";
import { windowBudget } from "./window-budget.ts";

const count = ({ length }: string): number => length;
/** Usable 1,000 tokens: prepared above 750, summarized above 850; clearing frees at least 150. */
const BUDGET = {
  ...windowBudget(1_336),
  usable: 1_000,
  prepareAbove: 750,
  summariseAbove: 850,
  clearFrees: 150,
};
const item = {} as ViewItem;
const viewWith = (fields: Partial<View>): View => ({
  ...createView({ count }),
  ...{ items: [item], tokens: 700, logTokens: 1_000, steps: 10 },
  ...fields,
});
const prepares = (fields: Partial<View>, fixedTokens = 100): boolean =>
  shouldPrepareSummary(viewWith(fields), { ...BUDGET, cleared: 400, clearLastsSteps: 4 }, fixedTokens);

describe("shouldPrepareSummary", () => {
  it("prepares between its threshold and the limit", () => {
    expect(prepares({ tokens: 650 })).toBe(false);
    expect(prepares({ tokens: 651 })).toBe(true);
    expect(prepares({ tokens: 750 })).toBe(true);
    expect(prepares({ tokens: 751 })).toBe(false);
  });

  it("prepares nothing without messages, during another summary, or after a failed one", () => {
    expect(prepares({ items: [] })).toBe(false);
    expect(prepares({ prepared: {} as View["prepared"] })).toBe(false);
    expect(prepares({ breaker: { failures: 1, logTokens: 0, isSlow: false } })).toBe(false);
  });

  it("waits ten steps after a summary", () => {
    expect(prepares({ summarizedAtStep: 1 })).toBe(false);
    expect(prepares({ summarizedAtStep: 0 })).toBe(true);
  });

  it("leaves the limit to clearing if that frees enough for long enough, or gets far enough down", () => {
    const recent = (...saves: readonly number[]): readonly Clearable[] =>
      saves.map((saved) => ({ item, saves: saved }));
    const clearing = (staleTokens: number, saves: readonly number[], growth: number): boolean =>
      prepares({ staleTokens, recent: [...recent(...saves)], logTokens: growth * 10 });
    // Lasting four steps.
    expect(clearing(100, [20, 30], 37.5)).toBe(false);
    expect(clearing(100, [20, 30], 37.6)).toBe(true);
    // Below the minimum that clearing must free.
    expect(clearing(99, [20, 30], 1)).toBe(true);
    // Down to 400 tokens, however fast the log grows.
    expect(clearing(400, [50], 900)).toBe(false);
    expect(clearing(400, [49], 900)).toBe(true);
  });
});

describe("preparedEvent", () => {
  const blobs: string[] = [];
  const written = (text: string) => ({
    ...{ text, callId: "call", cost: 0.5, toSequence: 7, compactionId: "c" },
    stageBlob: (blob: string) => `blob ${blobs.push(blob)}`,
  });

  it("stores a usable summary", () => {
    expect(preparedEvent(viewWith({ tokens: 100 }), written("x".repeat(79)))).toEqual({
      type: "compaction.prepared",
      data: { callId: "call", toSequence: 7, textBlob: "blob 1", tokens: 79, cost: 0.5 },
    });
    expect(blobs).toEqual(["x".repeat(79)]);
  });

  it("reports a summary that is not smaller than messages and earlier summary together", () => {
    const head = { tokens: 50 } as View["head"];
    expect(preparedEvent(viewWith({ tokens: 100, head }), written("x".repeat(119))).type).toBe(
      "compaction.prepared",
    );
    const view = viewWith({
      tokens: 100,
      head,
      breaker: { failures: 1, logTokens: 0, isSlow: false },
      logTokens: 900,
    });
    expect(preparedEvent(view, written("x".repeat(120)))).toEqual({
      type: "compaction.failed",
      data: {
        ...{ problem: "not_smaller", message: "The summary has 120 tokens; the text it replaces has 150." },
        ...{ callId: "call", compactionId: "c", failuresInRow: 2, logTokens: 900 },
      },
    });
  });
});

it("counts failures in a row and notes the length of the log", () => {
  const failed = { problem: "failed", message: "HTTP 500", compactionId: "c", callId: null } as const;
  expect(failedEvent(viewWith({ logTokens: 70 }), failed)).toEqual({
    type: "compaction.failed",
    data: { ...failed, failuresInRow: 1, logTokens: 70 },
  });
});
