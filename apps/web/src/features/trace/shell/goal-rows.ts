import type { Goal } from "@goaltrace/core/goals";
import { treeRows } from "@goaltrace/core/graph";
import type { Graph, MarkerCounts, TreeFilter } from "@goaltrace/core/graph";
import type { TreeRow } from "../../../ui/tree-keys.ts";

/** A goal, shown as a row of the plan. Abandoned goals have no number. `agents` counts the sub-agents that it or a folded goal below started. */
export type GoalRow = TreeRow & {
  readonly goal: Goal;
  readonly number: string | null;
  readonly agents: number;
  readonly marks: MarkerCounts;
};

/** Returns the visible rows of the plan in order, root first. Omits the descendants of folded goals. */
export function goalRows(graph: Graph, folded: ReadonlySet<string>, filter?: TreeFilter): readonly GoalRow[] {
  const rows = treeRows(graph, folded, filter);
  const agents = countAgents(graph, new Set(rows.map((row) => row.goal.id)));
  return rows.map((row) => ({
    id: row.goal.id,
    agents: agents.get(row.goal.id) ?? 0,
    goal: row.goal,
    number: row.number,
    marks: row.marks,
    level: row.depth + 1,
    position: row.positionInSet,
    siblings: row.setSize,
    expanded: row.expandable ? row.expanded : null,
  }));
}

/** Counts the sub-agents by the nearest shown goal. */
function countAgents({ agents, goals }: Graph, shown: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { goalId } of agents.values()) {
    const seen = new Set<string>();
    let id: string | null = goalId;
    for (; id !== null && !shown.has(id) && !seen.has(id); id = goals.get(id)?.parentId ?? null) seen.add(id);
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Counts the goals, without the root and abandoned ones, and the done goals among them. */
export function countGoals(plan: Pick<Graph, "rootId" | "goals">): {
  readonly done: number;
  readonly all: number;
} {
  let [done, all] = [0, 0];
  for (const goal of plan.goals.values()) {
    if (goal.id === plan.rootId || goal.status === "abandoned") continue;
    all += 1;
    if (goal.status === "completed") done += 1;
  }
  return { done, all };
}
