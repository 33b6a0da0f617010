import type { Goal } from "@goaltrace/core/goals";
import { treeRows } from "@goaltrace/core/graph";
import type { Graph, MarkerCounts, TreeFilter } from "@goaltrace/core/graph";
import type { TreeRow } from "../../../ui/tree-keys.ts";

/** A goal, shown as a row of the plan. Abandoned goals have no number. */
export type GoalRow = TreeRow & {
  readonly goal: Goal;
  readonly number: string | null;
  readonly marks: MarkerCounts;
};

/** Returns the visible rows of the plan in order, root first. Omits the descendants of folded goals. */
export function goalRows(graph: Graph, folded: ReadonlySet<string>, filter?: TreeFilter): readonly GoalRow[] {
  return treeRows(graph, folded, filter).map((row) => ({
    id: row.goal.id,
    goal: row.goal,
    number: row.number,
    marks: row.marks,
    level: row.depth + 1,
    position: row.positionInSet,
    siblings: row.setSize,
    expanded: row.expandable ? row.expanded : null,
  }));
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
