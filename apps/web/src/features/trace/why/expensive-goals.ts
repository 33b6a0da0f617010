import type { AgentWork, Graph } from "@goaltrace/core/graph";
import { indexesAbove, leavesFirst, planNumbers } from "../state/plan-order.ts";

/** The price of a goal with the goals below it, or of the run's own work outside its goals. */
export type GoalPrice = {
  readonly goalId: string;
  /** True for the work of the run that belongs to no goal. */
  readonly isRunItself: boolean;
  readonly number: string | null;
  readonly title: string;
  /** The title of the goal above; null directly below the run. */
  readonly parent: string | null;
  readonly cost: number;
  /** Its share of the price of the whole run, from 0 to 1. */
  readonly share: number;
};

const NO_AGENTS: AgentWork = new Map();

/**
 * Returns the parts of a run that cost something, most expensive first: goals at every level, each with the goals below it, and the run itself. Empty for
 * a run without goals, and while any work has no price. O(goals log goals).
 * @param agents the work of sub-agents by the goals that started them @default none
 */
export function expensiveGoals(graph: Graph, agents: AgentWork = NO_AGENTS): readonly GoalPrice[] {
  const order = leavesFirst(graph);
  const sums = sumCosts(graph, agents);
  const whole = sums?.at(-1) ?? 0;
  if (sums === null || whole === 0 || graph.goals.size < 2) return [];
  const costs = sums.map((sum, index) =>
    order[index] === graph.rootId ? ownCost(graph, agents, graph.rootId) : sum,
  );
  const numbers = planNumbers(graph);
  // From the run down: of equal prices, a goal is listed before the goals below it.
  const ranked = [...costs.keys()].filter((index) => (costs[index] ?? 0) > 0).reverse();
  ranked.sort((left, right) => (costs[right] ?? 0) - (costs[left] ?? 0));
  return ranked.map((index) => {
    const goalId = order[index] ?? graph.rootId;
    const goal = graph.goals.get(goalId);
    const parentId = goal?.parentId ?? graph.rootId;
    const cost = costs[index] ?? 0;
    return {
      goalId,
      isRunItself: goalId === graph.rootId,
      number: numbers.get(goalId) ?? null,
      title: goal?.title ?? "",
      parent: parentId === graph.rootId ? null : (graph.goals.get(parentId)?.title ?? null),
      cost,
      share: cost / whole,
    };
  });
}

/** Returns the price of each goal of `leavesFirst` with the goals below it, the run last; null when part of the work has no price. */
function sumCosts(graph: Graph, agents: AgentWork): Float64Array | null {
  const order = leavesFirst(graph);
  const above = indexesAbove(graph);
  const sums = new Float64Array(order.length);
  for (const [index, id] of order.entries()) {
    const totals = graph.edges.get(id)?.totals;
    if (totals !== undefined && totals.turns > 0 && totals.cost === null) return null;
    if (agents.get(id)?.cost === null) return null;
    const sum = (sums[index] ?? 0) + ownCost(graph, agents, id);
    sums[index] = sum;
    const parent = above[index] ?? -1;
    if (parent >= 0) sums[parent] = (sums[parent] ?? 0) + sum;
  }
  return sums;
}

/** The cost of a goal's own calls and of the sub-agents that it started. */
function ownCost({ edges }: Graph, agents: AgentWork, goalId: string): number {
  return (edges.get(goalId)?.totals.cost ?? 0) + (agents.get(goalId)?.cost ?? 0);
}
