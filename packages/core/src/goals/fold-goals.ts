import type { Entry } from "../log/entry.ts";
import { applyGoalOperation, createGoalTree, noteMessage } from "./goal-tree.ts";
import type { GoalTree } from "./goal.ts";

/** Returns the plan after `entries`. `task` titles its root. Linear in the number of entries. */
export function foldGoals(task: string, entries: readonly Entry[]): GoalTree {
  let goals = createGoalTree(task);
  for (const entry of entries) {
    if (entry.kind === "message") goals = noteMessage(goals, entry.goalId, entry.sequence);
    if (entry.kind === "event" && entry.type === "goals.changed")
      for (const operation of entry.data.operations) goals = applyGoalOperation(goals, operation);
  }
  return goals;
}
