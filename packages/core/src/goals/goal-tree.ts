import { assertNever } from "../errors.ts";
import { type Goal, type GoalChange, type GoalStatus, type GoalTree, ROOT_GOAL_ID } from "./goal.ts";
import { layeredMaps } from "./layered-map.ts";

const goalMaps = layeredMaps<Goal>();
const childrenMaps = layeredMaps<readonly string[]>();
const NO_CHILDREN: readonly string[] = [];

/** Returns the plan of a new log: only the root goal, in progress and in focus, with the task as title. */
export function createGoalTree(task: string): GoalTree {
  const root: Goal = { ...blankGoal(ROOT_GOAL_ID, null, task), status: "in_progress" };
  return {
    rootId: ROOT_GOAL_ID,
    focusId: ROOT_GOAL_ID,
    goals: new Map([[ROOT_GOAL_ID, root]]),
    children: new Map(),
  };
}

/** Returns a pending goal with only a title. */
export function blankGoal(id: string, parentId: string | null, title: string): Goal {
  return {
    id,
    parentId,
    title,
    reason: null,
    acceptance: [],
    dependsOn: [],
    status: "pending",
    summary: null,
    evidence: [],
    verified: null,
    abandonReason: null,
    firstMessage: null,
    lastMessage: null,
  };
}

/**
 * Folds one operation into the plan. Never fails: an operation on an unknown goal, or the creation of an existing goal, returns the same
 * tree. The input tree stays valid; a change costs O(√goals), not a copy of the plan.
 */
export function applyGoalOperation(tree: GoalTree, operation: GoalChange): GoalTree {
  switch (operation.op) {
    case "created":
      return withCreated(tree, operation);
    case "changed":
      return withGoal(tree, operation.goalId, { title: operation.title, reason: operation.reason });
    case "status":
      return withGoal(tree, operation.goalId, statusFields(operation));
    case "focused":
      return tree.goals.has(operation.goalId) && tree.focusId !== operation.goalId
        ? { ...tree, focusId: operation.goalId }
        : tree;
    default:
      return assertNever(operation);
  }
}

/** Records that message `sequence` belongs to a goal. */
export function noteMessage(tree: GoalTree, goalId: string, sequence: number): GoalTree {
  const goal = tree.goals.get(goalId);
  return goal === undefined ? tree : withGoal(tree, goalId, messageFields(goal, sequence));
}

/** Returns the ids of a goal's sub-goals in order; empty when it has none. */
export function childIds(tree: GoalTree, goalId: string): readonly string[] {
  return tree.children.get(goalId) ?? NO_CHILDREN;
}

/** Returns a goal's sub-goals in order. */
export function childGoals(tree: GoalTree, goalId: string): readonly Goal[] {
  return childIds(tree, goalId).flatMap((id) => tree.goals.get(id) ?? []);
}

/** Returns true while a goal needs work; false for the status of an unknown goal. */
export function isOpen(status: GoalStatus | undefined): boolean {
  return status === "pending" || status === "in_progress";
}

/** The fields of a goal that a recorded status sets; the reason applies only to abandoned goals. */
export function statusFields(
  operation: Extract<GoalChange, { op: "status" }>,
): Pick<Goal, "status" | "summary" | "evidence" | "verified" | "abandonReason"> {
  const { status, summary, reason, evidence = [], verified = null } = operation;
  return { status, summary, evidence, verified, abandonReason: status === "abandoned" ? reason : null };
}

/** The fields of a goal that a new message updates. */
export function messageFields(goal: Goal, sequence: number): Pick<Goal, "firstMessage" | "lastMessage"> {
  return {
    firstMessage: Math.min(goal.firstMessage ?? sequence, sequence),
    lastMessage: Math.max(goal.lastMessage ?? sequence, sequence),
  };
}

function withCreated(tree: GoalTree, operation: Extract<GoalChange, { op: "created" }>): GoalTree {
  const { goalId, parentId, index, title, reason, acceptance, dependsOn } = operation;
  if (tree.goals.has(goalId)) return tree;
  const goal: Goal = { ...blankGoal(goalId, parentId, title), reason, acceptance, dependsOn };
  const siblings = childIds(tree, parentId);
  return {
    ...tree,
    goals: goalMaps.withEntry(tree.goals, goalId, goal),
    // The parent may not exist yet. Views start at the root and leave its children out until it does.
    children: childrenMaps.withEntry(tree.children, parentId, siblings.toSpliced(index, 0, goalId)),
  };
}

function withGoal(tree: GoalTree, goalId: string, fields: Partial<Goal>): GoalTree {
  const goal = tree.goals.get(goalId);
  return goal === undefined
    ? tree
    : { ...tree, goals: goalMaps.withEntry(tree.goals, goalId, { ...goal, ...fields }) };
}
