import { describe, expect, it } from "vitest";
import { createGoalTree } from "../goals/goal-tree.ts";
import { type CompactionWorld, createCompactionWorld } from "../testing/compaction-world.ts";
import { requestTokens } from "./clear.ts";
import { type BuiltSummary, summarize, type SummarizeInput } from "./summarize.ts";
import { windowBudget } from "./window-budget.ts";

/** Usable 10,000 tokens: summarized above 8,500 to at most 4,250, of which 1,000 to 1,500 stay unchanged. */
const BUDGET = windowBudget(13_334);
const build = (world: CompactionWorld, fields: Partial<SummarizeInput> = {}): BuiltSummary | null =>
  summarize({
    ...{ view: world.view, budget: BUDGET, fixedTokens: 100, model: null, previousSummary: "" },
    ...{ state: { goals: createGoalTree("The task"), todos: [] }, sha256: () => "ab".repeat(32) },
    ...fields,
  });
const built = (world: CompactionWorld): BuiltSummary => {
  const summary = build(world);
  if (summary === null) throw new Error("not summarized");
  return summary;
};
/** Some answers, then three results of these lengths that the model has not seen. */
const withUnseen = (first: number, second = first, third = first): CompactionWorld => {
  const world = createCompactionWorld();
  world.user("Do it all.");
  for (let index = 0; index < 3; index += 1) world.answer("a".repeat(996));
  world.call(...["a", "b", "c"].map((id) => ({ id, name: "read_file", arguments: "{}" })));
  world.output("a", "read_file", "r".repeat(first));
  world.output("b", "read_file", "r".repeat(second));
  world.output("c", "read_file", "r".repeat(third));
  return world;
};

describe("a summary beside results that the model has not seen", () => {
  it("keeps results whole that the model has not seen, above its target if need be", () => {
    const { clears, afterTokens, toSequence } = built(withUnseen(1_800));
    expect([toSequence, clears]).toEqual([4, []]);
    expect(afterTokens).toBeGreaterThan(4_250);
    expect(afterTokens).toBeLessThanOrEqual(8_500);
  });

  it("gives unseen results the whole window for one request when no other room is left", () => {
    const { clears, afterTokens, toSequence } = built(withUnseen(3_000));
    expect([toSequence, clears]).toEqual([4, []]);
    expect(afterTokens).toBeGreaterThan(8_500);
    expect(afterTokens).toBeLessThanOrEqual(10_000);
  });

  it("leaves one line of as few unseen results as possible when not all fit, largest first", () => {
    const world = withUnseen(2_400, 4_800, 2_400);
    const { clears, clearedTokens, afterTokens, toSequence } = built(world);
    expect([toSequence, clears]).toEqual([4, [7]]);
    expect(clearedTokens).toBe(world.view.recent[1]?.saves);
    expect(afterTokens).toBeLessThanOrEqual(10_000);
  });

  it("leaves the request as it is when it fits and only hiding unseen results would shorten it", () => {
    const world = createCompactionWorld();
    world.user("Do it all.");
    world.call({ id: "a" });
    world.output("a", "read_file", "r".repeat(8_600));
    expect(requestTokens(world.view, 100)).toBeGreaterThan(8_500);
    expect(build(world)).toBeNull();
    expect(build(world, { fixedTokens: 2_000 })?.clears).toEqual([3]);
  });

  it("keeps unseen results that a message of the person followed", () => {
    const world = withUnseen(1_800);
    world.user("Mind the order.");
    const { clears, toSequence } = built(world);
    expect([toSequence, clears]).toEqual([4, []]);
  });

  it("shortens the summary at the front when only unseen results follow it", () => {
    const world = withUnseen(1_800);
    const first = built(world);
    world.event({
      type: "compaction.finished",
      data: {
        ...{ compactionId: "1", reason: "threshold", layer: "summarise", source: "extractive", focus: null },
        ...{ beforeTokens: 9_000, afterTokens: 9_000, ratio: 1, messagesFolded: 4, fromSequence: 1 },
        ...{ toSequence: first.toSequence, headTokens: { marker: 100, attachments: 3_000, summary: 3_000 } },
        ...{ markerBlob: "m", attachmentsBlob: "a", summaryBlob: "s", archiveBlob: null },
        ...{ cost: 0, callId: null, listsOpenGoals: true, ledger: [] },
      },
    });
    const { messagesFolded, clears, toSequence, afterTokens } = built(world);
    expect({ messagesFolded, clears, toSequence }).toEqual({ messagesFolded: 0, clears: [], toSequence: 4 });
    expect(afterTokens).toBeLessThan(requestTokens(world.view, 100));
  });
});
