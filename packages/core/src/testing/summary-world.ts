import { type BuiltSummary, summarize, type SummarizeInput } from "../compaction/summarize.ts";
import { windowBudget } from "../compaction/window-budget.ts";
import { createGoalTree } from "../goals/goal-tree.ts";
import { type CompactionWorld, createCompactionWorld } from "./compaction-world.ts";

/** Usable 10,000 tokens: summarized above 8,500 to at most 4,250, of which 1,000 to 1,500 stay unchanged. */
export const SUMMARY_BUDGET = windowBudget(13_334);

/** Builds the summary of a world without a model; null if there is nothing to summarize. */
export const tryToSummarize = (
  world: CompactionWorld,
  fields: Partial<SummarizeInput> = {},
): BuiltSummary | null =>
  summarize({
    ...{ view: world.view, budget: SUMMARY_BUDGET, fixedTokens: 100, model: null, previousSummary: "" },
    ...{ state: { goals: createGoalTree("The task"), todos: [] }, sha256: () => "ab".repeat(32) },
    ...fields,
  });

/** As `tryToSummarize`, for a world that has something to summarize. */
export function summarizeWorld(world: CompactionWorld, fields: Partial<SummarizeInput> = {}): BuiltSummary {
  const summary = tryToSummarize(world, fields);
  if (summary === null) throw new Error("not summarized");
  return summary;
}

/** A person's message, then answers that take the given tokens each. */
export function worldOfAnswers(...tokens: readonly number[]): CompactionWorld {
  const world = createCompactionWorld();
  world.user("Do it all.");
  for (const length of tokens) world.answer("a".repeat(length - 4));
  return world;
}

/** A thousand tokens, as often as `count` says. */
export const thousands = (count: number): readonly number[] => Array.from({ length: count }, () => 1_000);
