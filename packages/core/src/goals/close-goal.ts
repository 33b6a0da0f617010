import type { AppliedGoalOperation, GoalTree } from "./goal.ts";
import { childGoals, isOpen } from "./goal-tree.ts";

/** The end of a goal: how it closes, and what proves it. */
export type GoalEnd = {
  readonly status: "completed" | "failed" | "abandoned";
  /** Its result, or why it failed or was given up. */
  readonly text: string;
  /** Sequences of results. @default none */
  readonly evidence?: readonly number[];
  /** @default nothing was checked */
  readonly verified?: boolean | null;
};

/** Returns the operations that close a goal for a strategy: open goals below it are abandoned, and a focus within it moves to its parent. */
export function closeGoal(tree: GoalTree, goalId: string, end: GoalEnd): readonly AppliedGoalOperation[] {
  const goal = tree.goals.get(goalId);
  if (goal === undefined) return [];
  const below = openBelow(tree, goalId);
  const { status, text, evidence = [], verified = null } = end;
  const reason = status === "completed" ? null : text;
  return [
    ...below.map((id) => ({
      ...{ op: "status" as const, goalId: id, status: "abandoned" as const, summary: null },
      ...{ reason: reason ?? goal.title, evidence: [], verified: null },
    })),
    {
      ...{ op: "status", goalId, status, reason, verified },
      summary: status === "abandoned" ? goal.summary : text,
      evidence: [...evidence],
    },
    ...(tree.focusId === goalId || below.includes(tree.focusId)
      ? [{ op: "focused" as const, goalId: goal.parentId ?? tree.rootId }]
      : []),
  ];
}

/** Returns the operations that put an open goal in focus; none if it has it. */
export function focusGoal(tree: GoalTree, goalId: string): readonly AppliedGoalOperation[] {
  const operations: AppliedGoalOperation[] = [];
  if (tree.goals.get(goalId)?.status !== "in_progress" && goalId !== tree.rootId)
    operations.push({
      ...{ op: "status", goalId, status: "in_progress", summary: null, reason: null },
      ...{ evidence: [], verified: null },
    });
  if (tree.focusId !== goalId) operations.push({ op: "focused", goalId });
  return operations;
}

function openBelow(tree: GoalTree, goalId: string): readonly string[] {
  return childGoals(tree, goalId).flatMap((child) => [
    ...openBelow(tree, child.id),
    ...(isOpen(child.status) ? [child.id] : []),
  ]);
}

/** Returns true if a goal is another one or below it. */
export function isWithin(tree: GoalTree, goalId: string, ancestorId: string): boolean {
  let goal = tree.goals.get(goalId);
  while (goal !== undefined && goal.id !== ancestorId)
    goal = goal.parentId === null ? undefined : tree.goals.get(goal.parentId);
  return goal !== undefined;
}
