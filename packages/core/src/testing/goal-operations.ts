import type { AppliedGoalOperation, GoalChange } from "../goals/goal.ts";

type GoalCreated = Extract<AppliedGoalOperation, { op: "created" }>;

/** Returns the operation that creates a goal, by default after its siblings and with its id as title. */
export function goalCreated(
  goalId: string,
  parentId = "root",
  fields: Partial<Pick<GoalCreated, "title" | "index" | "reason">> = {},
): GoalCreated {
  const position = { goalId, parentId, index: Number.MAX_SAFE_INTEGER };
  return {
    op: "created",
    ...position,
    title: goalId,
    reason: null,
    acceptance: [],
    dependsOn: [],
    ...fields,
  };
}

/** Returns the operations that create goals below `parentId`. */
export function createGoals(
  parentId: string,
  goals: readonly (readonly [id: string, title: string])[],
): readonly GoalCreated[] {
  return goals.map(([goalId, title], index) => goalCreated(goalId, parentId, { title, index }));
}

/** Returns the operation that completes a goal with a summary. */
export function closeGoal(goalId: string, summary: string): GoalChange {
  return { op: "status", goalId, status: "completed", summary, reason: null };
}
