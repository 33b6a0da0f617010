import type { Goal } from "@goaltrace/core/goals";
import { treeRows } from "@goaltrace/core/graph";
import type { Graph, MarkerCounts, TreeFilter } from "@goaltrace/core/graph";
import type { TreeRow } from "../../ui/tree-keys.ts";

/** A goal as a row of the plan. Abandoned goals have no number. */
export type GoalRow = TreeRow & {
  readonly goal: Goal;
  readonly number: string | null;
  readonly marks: MarkerCounts;
};

/** The plan as visible rows in order, root first; what is under a folded goal is left out. */
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

/** How many goals there are besides the task and what was abandoned, and how many of them are done. */
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
