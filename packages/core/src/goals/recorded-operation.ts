import type { AppliedGoalOperation, GoalChange } from "./goal.ts";

/** Returns the recorded form of a plan change; a new status has no evidence and is unchecked unless the change says so. */
export function recordedOperation(change: GoalChange): AppliedGoalOperation {
  if (change.op !== "status") return change;
  const { evidence = [], verified = null, ...status } = change;
  return { ...status, evidence: [...evidence], verified };
}
