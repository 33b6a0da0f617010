import type { AgentWork, Graph } from "@goaltrace/core/graph";
import { leavesFirst, planNumbers } from "../state/plan-order.ts";

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
  const sums = sumCosts(graph, agents);
  const whole = sums?.get(graph.rootId) ?? 0;
  if (sums === null || whole === 0 || graph.goals.size < 2) return [];
  const numbers = planNumbers(graph);
  const prices: GoalPrice[] = [];
  // Sums are in order from the leaves up: of equal prices, a goal is listed before the goals below it.
  for (const [goalId, sum] of [...sums].reverse()) {
    const isRunItself = goalId === graph.rootId;
    const cost = isRunItself ? ownCost(graph, agents, goalId) : sum;
    if (cost <= 0) continue;
    const goal = graph.goals.get(goalId);
    const parentId = goal?.parentId ?? graph.rootId;
    prices.push({
      goalId,
      isRunItself,
      number: numbers.get(goalId) ?? null,
      title: goal?.title ?? "",
      parent: parentId === graph.rootId ? null : (graph.goals.get(parentId)?.title ?? null),
      cost,
      share: cost / whole,
    });
  }
  return prices.sort((left, right) => right.cost - left.cost);
}

/** Returns the price of each goal with the goals below it; null when part of the work has no price. */
function sumCosts(graph: Graph, agents: AgentWork): ReadonlyMap<string, number> | null {
  const { rootId, goals, edges } = graph;
  const sums = new Map<string, number>();
  for (const id of leavesFirst(graph)) {
    const totals = edges.get(id)?.totals;
    if (totals !== undefined && totals.turns > 0 && totals.cost === null) return null;
    if (agents.get(id)?.cost === null) return null;
    const sum = (sums.get(id) ?? 0) + ownCost(graph, agents, id);
    sums.set(id, sum);
    const parentId = goals.get(id)?.parentId;
    if (id !== rootId && parentId !== null && parentId !== undefined)
      sums.set(parentId, (sums.get(parentId) ?? 0) + sum);
  }
  return sums;
}

/** The cost of a goal's own calls and of the sub-agents that it started. */
function ownCost({ edges }: Graph, agents: AgentWork, goalId: string): number {
  return (edges.get(goalId)?.totals.cost ?? 0) + (agents.get(goalId)?.cost ?? 0);
}
