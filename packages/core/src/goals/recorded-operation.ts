import type { AppliedGoalOperation, GoalChange } from "./goal.ts";

/** A change to the plan as it is recorded, without evidence; a new status is unchecked unless the change says otherwise. */
export function recordedOperation(change: GoalChange): AppliedGoalOperation {
  if (change.op !== "status") return change;
  const { verified = null, ...status } = change;
  return { ...status, evidence: [], verified };
}
