import { assertNever } from "../errors.ts";
import type { AppliedGoalOperation, Goal, GoalChange, GoalOperation, GoalTree } from "./goal.ts";
import { applyGoalOperation, childrenOf, isOpen } from "./goal-tree.ts";
import { numberGoals } from "./number-goals.ts";
import { recordedOperation } from "./recorded-operation.ts";

/** What resolving needs from outside: ids for new goals, and whether a goal itself already has messages in the log. */
export type ResolveOptions = {
  readonly ids: { next(): string };
  /** Defaults to what the tree noted. */
  readonly hasMessages?: (goalId: string) => boolean;
};

/** Either the operations to record with the plan they lead to, or a sentence for the model. Nothing is half done. */
export type ResolvedGoalOperations =
  | { readonly ok: true; readonly operations: readonly AppliedGoalOperation[]; readonly tree: GoalTree }
  | { readonly ok: false; readonly message: string };

/** Valid numbers named in a refusal; a plan of thousands must not fill the model's context. */
const MAX_NUMBERS_NAMED = 40;

type Step = { readonly error: string } | undefined;
type Plan = {
  tree: GoalTree;
  readonly recorded: AppliedGoalOperation[];
  /** By the numbers that the model saw. */
  readonly byNumber: ReadonlyMap<string, string>;
  /** Where the next sibling goes when one call adds several after the same goal, so that they keep the order of asking. */
  readonly lastAfter: Map<string, string>;
  readonly options: ResolveOptions;
};
type Found = { readonly goal: Goal } | { readonly error: string };

/**
 * Resolves what a model asked for into recorded operations. All numbers refer to the plan before the call, also when an earlier
 * operation of the same call shifted them. Backtracking: a goal without messages is changed in place, one with messages is abandoned
 * and a new branch is added next to it.
 */
export function resolveGoalOperations(
  tree: GoalTree,
  requested: readonly GoalOperation[],
  options: ResolveOptions,
): ResolvedGoalOperations {
  const byNumber = new Map<string, string>();
  for (const [goalId, number] of numberGoals(tree)) byNumber.set(number, goalId);
  const plan: Plan = { tree, recorded: [], byNumber, lastAfter: new Map(), options };
  for (const [index, operation] of requested.entries()) {
    const failed = resolveOne(plan, operation);
    if (failed !== undefined) {
      const place = requested.length > 1 ? `Operation ${index + 1} (${operation.op}): ` : "";
      return { ok: false, message: `${place}${failed.error} Nothing was changed.` };
    }
  }
  return { ok: true, operations: plan.recorded, tree: plan.tree };
}

function resolveOne(plan: Plan, operation: GoalOperation): Step {
  if (operation.op === "add") {
    const rootId = plan.tree.rootId;
    return create(plan, { ...operation, parentId: rootId, index: childrenOf(plan.tree, rootId).length });
  }
  const found = find(plan, operation.goal);
  if ("error" in found) return found;
  const { goal } = found;
  switch (operation.op) {
    case "after":
      return addAfter(plan, goal, operation);
    case "under":
      return split(plan, goal, operation.titles);
    case "done":
      return finish(plan, goal, operation);
    case "abandon":
      return operation.instead === undefined
        ? giveUp(plan, goal, operation.reason)
        : replace(plan, goal, { title: operation.instead, reason: operation.reason, why: operation.reason });
    case "focus":
      return focus(plan, goal, operation.goal);
    case "change":
      return replace(plan, goal, {
        title: operation.title,
        reason: operation.reason ?? null,
        why: operation.reason ?? `Replaced by "${operation.title.trim()}"`,
      });
    default:
      return assertNever(operation);
  }
}

function find(plan: Plan, reference: string): Found {
  const number = reference
    .trim()
    .replace(/^(?:goal\s+|#)/i, "")
    .replace(/\.$/, "");
  const goalId = plan.byNumber.get(number);
  const goal = goalId === undefined ? undefined : plan.tree.goals.get(goalId);
  if (goal === undefined)
    return { error: `There is no goal "${reference.slice(0, 80)}" in the plan. ${validNumbers(plan)}` };
  if (goal.status === "abandoned")
    return { error: `Goal ${number} was abandoned by an earlier operation of this call.` };
  return { goal };
}

function validNumbers(plan: Plan, only: (goal: Goal) => boolean = () => true): string {
  const valid = [...plan.byNumber].filter(([, goalId]) => {
    const goal = plan.tree.goals.get(goalId);
    return goal !== undefined && only(goal);
  });
  if (valid.length === 0) return "There is no goal to name yet; add one first.";
  const named = valid
    .slice(0, MAX_NUMBERS_NAMED)
    .map(([number]) => (number.length > 40 ? `${number.slice(0, 40)}…` : number))
    .join(", ");
  const rest = valid.length > MAX_NUMBERS_NAMED ? ` and ${valid.length - MAX_NUMBERS_NAMED} more` : "";
  return `Valid numbers: ${named}${rest}.`;
}

function record(plan: Plan, change: GoalChange): void {
  plan.recorded.push(recordedOperation(change));
  plan.tree = applyGoalOperation(plan.tree, change);
}

type NewGoal = {
  readonly title: string;
  readonly reason?: string;
  readonly acceptance?: readonly string[];
  readonly parentId: string;
  readonly index: number;
};

function create(plan: Plan, wanted: NewGoal): Step {
  const title = wanted.title.trim();
  if (title === "") return { error: "A goal needs a title." };
  // A closed parent with new work under it is open again.
  reopen(plan, wanted.parentId);
  const { parentId, index } = wanted;
  record(plan, {
    op: "created",
    goalId: plan.options.ids.next(),
    parentId,
    index,
    title,
    reason: wanted.reason ?? null,
    acceptance: wanted.acceptance ?? [],
    dependsOn: [],
  });
  return undefined;
}

function lastCreated(plan: Plan): string | undefined {
  return plan.recorded.findLast((operation) => operation.op === "created")?.goalId;
}

function addAfter(plan: Plan, goal: Goal, wanted: Omit<NewGoal, "parentId" | "index">): Step {
  const parentId = goal.parentId ?? plan.tree.rootId;
  const anchor = plan.lastAfter.get(goal.id) ?? goal.id;
  const failed = create(plan, {
    ...wanted,
    parentId,
    index: childrenOf(plan.tree, parentId).indexOf(anchor) + 1,
  });
  const created = lastCreated(plan);
  if (failed === undefined && created !== undefined) plan.lastAfter.set(goal.id, created);
  return failed;
}

function split(plan: Plan, goal: Goal, titles: readonly string[]): Step {
  if (titles.length === 0) return { error: "Splitting a goal needs at least one title." };
  for (const title of titles) {
    const failed = create(plan, { title, parentId: goal.id, index: childrenOf(plan.tree, goal.id).length });
    if (failed !== undefined) return failed;
  }
  return undefined;
}

function finish(plan: Plan, goal: Goal, wanted: { readonly goal: string; readonly summary: string }): Step {
  const summary = wanted.summary.trim();
  if (summary === "") return { error: `Finishing goal ${wanted.goal} needs a summary.` };
  const open = childrenOf(plan.tree, goal.id).filter((id) => isOpenGoal(plan.tree, id)).length;
  if (open > 0)
    return {
      error: `Goal ${wanted.goal} still has ${open} open sub-goal${open === 1 ? "" : "s"}: finish or abandon ${open === 1 ? "it" : "them"} first.`,
    };
  record(plan, { op: "status", goalId: goal.id, status: "completed", summary, reason: null });
  settle(plan, goal.id);
  return undefined;
}

function giveUp(plan: Plan, goal: Goal, reason: string): Step {
  if (reason.trim() === "") return { error: "Abandoning a goal needs a reason." };
  abandonBranch(plan, goal.id, reason.trim());
  settle(plan, goal.id);
  return undefined;
}

function replace(
  plan: Plan,
  goal: Goal,
  wanted: { readonly title: string; readonly reason: string | null; readonly why: string },
): Step {
  const title = wanted.title.trim();
  if (title === "") return { error: "A goal needs a title." };
  if (wanted.why.trim() === "") return { error: "Abandoning a goal needs a reason." };
  const wasInFocus = focusIsWithin(plan.tree, goal.id);
  if (!branchHasMessages(plan, goal.id)) {
    for (const child of childrenOf(plan.tree, goal.id)) abandonBranch(plan, child, wanted.why);
    record(plan, { op: "changed", goalId: goal.id, title, reason: wanted.reason });
    if (wasInFocus) moveFocus(plan, openOrAbove(plan.tree, goal.id));
    return undefined;
  }
  const parentId = goal.parentId ?? plan.tree.rootId;
  const index = childrenOf(plan.tree, parentId).indexOf(goal.id) + 1;
  abandonBranch(plan, goal.id, wanted.why);
  const failed = create(plan, { title, reason: wanted.reason ?? undefined, parentId, index });
  const created = lastCreated(plan);
  if (failed === undefined && wasInFocus && created !== undefined) moveFocus(plan, created);
  return failed;
}

function focus(plan: Plan, goal: Goal, reference: string): Step {
  if (!isOpen(goal.status))
    return {
      error: `Goal ${reference} is already closed. ${validNumbers(plan, (candidate) => isOpen(candidate.status))}`,
    };
  moveFocus(plan, goal.id);
  return undefined;
}

/** Puts an open goal, or the root, in focus; it and the parents above it are then in progress. */
function moveFocus(plan: Plan, goalId: string): void {
  for (let goal = plan.tree.goals.get(goalId); goal?.status === "pending"; goal = parentOf(plan.tree, goal)) {
    record(plan, { op: "status", goalId: goal.id, status: "in_progress", summary: null, reason: null });
  }
  if (plan.tree.focusId !== goalId) record(plan, { op: "focused", goalId });
}

/**
 * After a goal closed: parents whose children are all closed, none failed and one completed, complete by themselves, and a focus that has
 * nothing left to do moves to the next open sibling, else to the parent. A focus on other open work stays.
 */
function settle(plan: Plan, closedId: string): void {
  const follows = focusIsWithin(plan.tree, closedId) || focusIsAbove(plan.tree, closedId);
  let closed = plan.tree.goals.get(closedId);
  let next: string | undefined;
  while (closed !== undefined && closed.parentId !== null) {
    next ??= nextOpenSibling(plan.tree, closed);
    const parent = plan.tree.goals.get(closed.parentId);
    if (parent === undefined || parent.parentId === null || !completesItself(plan.tree, parent)) {
      next ??= closed.parentId;
      break;
    }
    record(plan, {
      op: "status",
      goalId: parent.id,
      status: "completed",
      summary: parent.summary,
      reason: null,
    });
    closed = parent;
  }
  if (follows && next !== undefined) moveFocus(plan, openOrAbove(plan.tree, next));
}

function nextOpenSibling(tree: GoalTree, goal: Goal): string | undefined {
  const siblings = childrenOf(tree, goal.parentId ?? tree.rootId);
  return siblings.slice(siblings.indexOf(goal.id) + 1).find((id) => isOpenGoal(tree, id));
}

function completesItself(tree: GoalTree, parent: Goal): boolean {
  if (!isOpen(parent.status)) return false;
  const statuses = childrenOf(tree, parent.id).map((id) => tree.goals.get(id)?.status ?? "pending");
  return (
    statuses.includes("completed") &&
    statuses.every((status) => status === "completed" || status === "abandoned")
  );
}

function openOrAbove(tree: GoalTree, goalId: string): string {
  let goal = tree.goals.get(goalId);
  while (goal !== undefined && goal.parentId !== null && !isOpen(goal.status)) goal = parentOf(tree, goal);
  return goal?.id ?? tree.rootId;
}

function reopen(plan: Plan, goalId: string): void {
  for (
    let goal = plan.tree.goals.get(goalId);
    goal !== undefined && goal.parentId !== null && !isOpen(goal.status);
    goal = parentOf(plan.tree, goal)
  ) {
    record(plan, { op: "status", goalId: goal.id, status: "in_progress", summary: null, reason: null });
  }
}

/** Marks a goal and what is still open below it as abandoned; finished sub-goals keep their result. */
function abandonBranch(plan: Plan, goalId: string, reason: string): void {
  const branch = branchOf(plan.tree, goalId).filter((id) => id === goalId || isOpenGoal(plan.tree, id));
  for (const id of branch) {
    const summary = plan.tree.goals.get(id)?.summary ?? null;
    record(plan, { op: "status", goalId: id, status: "abandoned", summary, reason });
  }
}

function branchHasMessages(plan: Plan, goalId: string): boolean {
  const hasMessages =
    plan.options.hasMessages ?? ((id: string) => plan.tree.goals.get(id)?.firstMessage != null);
  return branchOf(plan.tree, goalId).some(hasMessages);
}

/** A goal and everything below it, parents first. */
function branchOf(tree: GoalTree, goalId: string): string[] {
  const branch = [goalId];
  for (let index = 0; index < branch.length; index += 1) {
    for (const child of childrenOf(tree, branch[index] ?? goalId)) branch.push(child);
  }
  return branch;
}

function focusIsWithin(tree: GoalTree, goalId: string): boolean {
  return isAtOrBelow(tree, tree.focusId, goalId);
}

function focusIsAbove(tree: GoalTree, goalId: string): boolean {
  return isAtOrBelow(tree, goalId, tree.focusId);
}

function isAtOrBelow(tree: GoalTree, goalId: string, ancestorId: string): boolean {
  let goal = tree.goals.get(goalId);
  while (goal !== undefined && goal.id !== ancestorId) goal = parentOf(tree, goal);
  return goal !== undefined;
}

function isOpenGoal(tree: GoalTree, goalId: string): boolean {
  const goal = tree.goals.get(goalId);
  return goal !== undefined && isOpen(goal.status);
}

function parentOf(tree: GoalTree, goal: Goal): Goal | undefined {
  return goal.parentId === null ? undefined : tree.goals.get(goal.parentId);
}
