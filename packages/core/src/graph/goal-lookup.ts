import type { Goal, GoalStatus } from "../goals/goal.ts";
import type { Graph } from "./graph.ts";

/** Returns the status of a goal; an unknown goal is pending. */
export function goalStatus(graph: Graph, goalId: string): GoalStatus {
  return graph.goals.get(goalId)?.status ?? "pending";
}

/** Returns the parent of a goal; the root has none and is returned for itself, as for an unknown goal. */
export function parentOf(graph: Graph, goalId: string): string {
  return graph.goals.get(goalId)?.parentId ?? graph.rootId;
}

/** Changes fields of a goal. Returns false for an unknown goal. */
export function updateGoal(graph: Graph, goalId: string, fields: (goal: Goal) => Partial<Goal>): boolean {
  const goal = graph.goals.get(goalId);
  if (goal === undefined) return false;
  graph.journal.set(graph.goals, goalId, { ...goal, ...fields(goal) });
  return true;
}
