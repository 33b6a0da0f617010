import { assertNever } from "../errors.ts";
import type { AppliedGoalOperation, Goal, GoalChange, GoalOperation, GoalTree } from "./goal.ts";
import { applyGoalOperation, childIds, isOpen } from "./goal-tree.ts";
import { numberGoals } from "./number-goals.ts";
import { recordedOperation } from "./recorded-operation.ts";

/** Dependencies of resolving: ids for new goals, and whether a goal itself already has messages in the log. */
export type ResolveOptions = {
  readonly ids: { next(): string };
  /** Default: the messages noted in the tree. */
  readonly hasMessages?: (goalId: string) => boolean;
};

/** Either the operations to record with the resulting plan, or an error message for the model. All or nothing. */
export type ResolvedGoalOperations =
  | { readonly ok: true; readonly operations: readonly AppliedGoalOperation[]; readonly tree: GoalTree }
  | { readonly ok: false; readonly message: string };

/** Limit on numbers listed in an error: a plan of thousands must not fill the model's context. */
const MAX_LISTED_NUMBERS = 40;

type Step = { readonly error: string } | undefined;
type Plan = {
  tree: GoalTree;
  readonly recorded: AppliedGoalOperation[];
  /** Keyed by the numbers that the model saw. */
  readonly byNumber: ReadonlyMap<string, string>;
  /** The last sibling added after a goal by this call, so that several additions keep their requested order. */
  readonly lastAfter: Map<string, string>;
  readonly options: ResolveOptions;
};
type Lookup = { readonly goal: Goal } | { readonly error: string };

/**
 * Resolves requested operations into recorded ones. All numbers refer to the plan before the call, even when an earlier operation of the
 * same call shifted them. Backtracking: a goal without messages is changed in place; one with messages is abandoned and a new branch is
 * added next to it.
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
    return create(plan, { ...operation, parentId: rootId, index: childIds(plan.tree, rootId).length });
  }
  const lookup = find(plan, operation.goal);
  if ("error" in lookup) return lookup;
  const { goal } = lookup;
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

function find(plan: Plan, reference: string): Lookup {
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
  if (valid.length === 0) return "The plan has no goals yet; add one first.";
  const named = valid
    .slice(0, MAX_LISTED_NUMBERS)
    .map(([number]) => (number.length > 40 ? `${number.slice(0, 40)}…` : number))
    .join(", ");
  const rest = valid.length > MAX_LISTED_NUMBERS ? ` and ${valid.length - MAX_LISTED_NUMBERS} more` : "";
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

function create(plan: Plan, newGoal: NewGoal): Step {
  const title = newGoal.title.trim();
  if (title === "") return { error: "A goal needs a title." };
  // New work reopens a closed parent.
  reopen(plan, newGoal.parentId);
  const { parentId, index } = newGoal;
  record(plan, {
    op: "created",
    goalId: plan.options.ids.next(),
    parentId,
    index,
    title,
    reason: newGoal.reason ?? null,
    acceptance: newGoal.acceptance ?? [],
    dependsOn: [],
  });
  return undefined;
}

function lastCreated(plan: Plan): string | undefined {
  return plan.recorded.findLast((operation) => operation.op === "created")?.goalId;
}

function addAfter(plan: Plan, goal: Goal, newGoal: Omit<NewGoal, "parentId" | "index">): Step {
  const parentId = goal.parentId ?? plan.tree.rootId;
  const anchor = plan.lastAfter.get(goal.id) ?? goal.id;
  const failed = create(plan, {
    ...newGoal,
    parentId,
    index: childIds(plan.tree, parentId).indexOf(anchor) + 1,
  });
  const created = lastCreated(plan);
  if (failed === undefined && created !== undefined) plan.lastAfter.set(goal.id, created);
  return failed;
}

function split(plan: Plan, goal: Goal, titles: readonly string[]): Step {
  if (titles.length === 0) return { error: "Splitting a goal needs at least one title." };
  for (const title of titles) {
    const failed = create(plan, { title, parentId: goal.id, index: childIds(plan.tree, goal.id).length });
    if (failed !== undefined) return failed;
  }
  return undefined;
}

function finish(plan: Plan, goal: Goal, request: { readonly goal: string; readonly summary: string }): Step {
  const summary = request.summary.trim();
  if (summary === "") return { error: `Finishing goal ${request.goal} needs a summary.` };
  const open = childIds(plan.tree, goal.id).filter((id) => isOpenGoal(plan.tree, id)).length;
  if (open > 0)
    return {
      error: `Goal ${request.goal} still has ${open} open sub-goal${open === 1 ? "" : "s"}: finish or abandon ${open === 1 ? "it" : "them"} first.`,
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
  replacement: { readonly title: string; readonly reason: string | null; readonly why: string },
): Step {
  const title = replacement.title.trim();
  if (title === "") return { error: "A goal needs a title." };
  if (replacement.why.trim() === "") return { error: "Abandoning a goal needs a reason." };
  const wasInFocus = focusIsWithin(plan.tree, goal.id);
  if (!branchHasMessages(plan, goal.id)) {
    for (const child of childIds(plan.tree, goal.id)) abandonBranch(plan, child, replacement.why);
    record(plan, { op: "changed", goalId: goal.id, title, reason: replacement.reason });
    if (wasInFocus) moveFocus(plan, nearestOpen(plan.tree, goal.id));
    return undefined;
  }
  const parentId = goal.parentId ?? plan.tree.rootId;
  const index = childIds(plan.tree, parentId).indexOf(goal.id) + 1;
  abandonBranch(plan, goal.id, replacement.why);
  const failed = create(plan, { title, reason: replacement.reason ?? undefined, parentId, index });
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

/** Focuses an open goal, or the root; pending goals on the way up become in progress. */
function moveFocus(plan: Plan, goalId: string): void {
  for (
    let goal = plan.tree.goals.get(goalId);
    goal?.status === "pending";
    goal = parentGoal(plan.tree, goal)
  ) {
    record(plan, { op: "status", goalId: goal.id, status: "in_progress", summary: null, reason: null });
  }
  if (plan.tree.focusId !== goalId) record(plan, { op: "focused", goalId });
}

/**
 * Updates the plan after a goal closed: a parent completes automatically when all children are closed, none failed and at least one
 * completed. A focus without open work moves to the next open sibling, otherwise to the parent. A focus on other open work stays.
 */
function settle(plan: Plan, closedId: string): void {
  const follows = focusIsWithin(plan.tree, closedId) || focusIsAbove(plan.tree, closedId);
  let closed = plan.tree.goals.get(closedId);
  let next: string | undefined;
  while (closed !== undefined && closed.parentId !== null) {
    next ??= nextOpenSibling(plan.tree, closed);
    const parent = plan.tree.goals.get(closed.parentId);
    if (parent === undefined || parent.parentId === null || !canComplete(plan.tree, parent)) {
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
  if (follows && next !== undefined) moveFocus(plan, nearestOpen(plan.tree, next));
}

function nextOpenSibling(tree: GoalTree, goal: Goal): string | undefined {
  const siblings = childIds(tree, goal.parentId ?? tree.rootId);
  return siblings.slice(siblings.indexOf(goal.id) + 1).find((id) => isOpenGoal(tree, id));
}

function canComplete(tree: GoalTree, parent: Goal): boolean {
  if (!isOpen(parent.status)) return false;
  const statuses = childIds(tree, parent.id).map((id) => tree.goals.get(id)?.status ?? "pending");
  return (
    statuses.includes("completed") &&
    statuses.every((status) => status === "completed" || status === "abandoned")
  );
}

function nearestOpen(tree: GoalTree, goalId: string): string {
  let goal = tree.goals.get(goalId);
  while (goal !== undefined && goal.parentId !== null && !isOpen(goal.status)) goal = parentGoal(tree, goal);
  return goal?.id ?? tree.rootId;
}

function reopen(plan: Plan, goalId: string): void {
  for (
    let goal = plan.tree.goals.get(goalId);
    goal !== undefined && goal.parentId !== null && !isOpen(goal.status);
    goal = parentGoal(plan.tree, goal)
  ) {
    record(plan, { op: "status", goalId: goal.id, status: "in_progress", summary: null, reason: null });
  }
}

/** Marks a goal and all open goals below it as abandoned; finished sub-goals keep their results. */
function abandonBranch(plan: Plan, goalId: string, reason: string): void {
  const branch = branchIds(plan.tree, goalId).filter((id) => id === goalId || isOpenGoal(plan.tree, id));
  for (const id of branch) {
    const summary = plan.tree.goals.get(id)?.summary ?? null;
    record(plan, { op: "status", goalId: id, status: "abandoned", summary, reason });
  }
}

function branchHasMessages(plan: Plan, goalId: string): boolean {
  const hasMessages =
    plan.options.hasMessages ?? ((id: string) => plan.tree.goals.get(id)?.firstMessage != null);
  return branchIds(plan.tree, goalId).some(hasMessages);
}

/** Returns the ids of a goal and all its descendants, parents first. */
function branchIds(tree: GoalTree, goalId: string): string[] {
  const branch = [goalId];
  for (let index = 0; index < branch.length; index += 1) {
    for (const child of childIds(tree, branch[index] ?? goalId)) branch.push(child);
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
  while (goal !== undefined && goal.id !== ancestorId) goal = parentGoal(tree, goal);
  return goal !== undefined;
}

function isOpenGoal(tree: GoalTree, goalId: string): boolean {
  const goal = tree.goals.get(goalId);
  return goal !== undefined && isOpen(goal.status);
}

function parentGoal(tree: GoalTree, goal: Goal): Goal | undefined {
  return goal.parentId === null ? undefined : tree.goals.get(goal.parentId);
}
