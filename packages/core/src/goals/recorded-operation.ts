import type { AppliedGoalOperation, GoalChange } from "./goal.ts";

/** Returns the recorded form of a plan change, without evidence; a new status is unchecked unless the change sets `verified`. */
export function recordedOperation(change: GoalChange): AppliedGoalOperation {
  if (change.op !== "status") return change;
  const { verified = null, ...status } = change;
  return { ...status, evidence: [], verified };
}
