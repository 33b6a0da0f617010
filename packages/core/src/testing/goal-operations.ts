import type { AppliedGoalOperation, GoalChange } from "../goals/goal.ts";

type GoalCreated = Extract<AppliedGoalOperation, { op: "created" }>;

/** The operation that makes a goal: behind its siblings and titled like its id unless told otherwise. */
export function goalCreated(
  goalId: string,
  parentId = "root",
  fields: Partial<Pick<GoalCreated, "title" | "index" | "reason">> = {},
): GoalCreated {
  const place = { goalId, parentId, index: Number.MAX_SAFE_INTEGER };
  return { op: "created", ...place, title: goalId, reason: null, acceptance: [], dependsOn: [], ...fields };
}

/** Operations that make goals below `parentId`. */
export function createGoals(
  parentId: string,
  goals: readonly (readonly [id: string, title: string])[],
): readonly GoalCreated[] {
  return goals.map(([goalId, title], index) => goalCreated(goalId, parentId, { title, index }));
}

/** The operation that closes a goal with what came of it. */
export function closeGoal(goalId: string, summary: string): GoalChange {
  return { op: "status", goalId, status: "completed", summary, reason: null };
}
