import { childIds } from "@goaltrace/core/goals";
import type { Graph } from "@goaltrace/core/graph";
import type { GoalPrice } from "./expensive-goals.ts";

/** The most expensive parts of a run, in US dollars. All prices are shares of `whole`. */
export type CostSummary = {
  readonly whole: number;
  /** The most expensive goal of the first level, with the goals below it. */
  readonly stage: GoalPrice | null;
  /** The most expensive goal without goals below it; null when that is the stage. */
  readonly single: GoalPrice | null;
  /** The work of the run that belongs to no goal; null when it cost nothing. */
  readonly itself: GoalPrice | null;
};

/**
 * Returns the most expensive parts of a run, from the prices of its goals as `expensiveGoals` ranks them; null for a run without goals, and while any of
 * its work has no price. O(goals).
 */
export function costSummary(graph: Graph, prices: readonly GoalPrice[]): CostSummary | null {
  const [first] = prices;
  if (first === undefined) return null;
  const goals = prices.filter(({ isRunItself }) => !isRunItself);
  const stage = goals.find(({ parent }) => parent === null) ?? null;
  const single = goals.find(({ goalId }) => childIds(graph, goalId).length === 0) ?? null;
  return {
    whole: first.cost / first.share,
    stage,
    single: single?.goalId === stage?.goalId ? null : single,
    itself: prices.find(({ isRunItself }) => isRunItself) ?? null,
  };
}
