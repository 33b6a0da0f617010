import { assertNever } from "../errors.ts";
import type { AppliedGoalOperation, Goal, GoalChange, GoalOperation, GoalTree } from "./goal.ts";
import { applyGoalOperation, childGoals, childIds, isOpen } from "./goal-tree.ts";
import { numberGoals } from "./number-goals.ts";
import { recordedOperation } from "./recorded-operation.ts";

/** The inputs for resolving: ids for new goals, and the results that may serve as evidence. */
export type ResolveOptions = {
  readonly ids: { next(): string };
  /** Returns the sequence of the successful result of a call; undefined if it has none. @default none is known */
  readonly resultOf?: (toolCallId: string) => number | undefined;
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
  if (operation.op === "add") return append(plan, plan.tree.rootId, operation);
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
    case "fail":
      return fail(plan, goal, operation.reason);
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
    return {
      error: `There is no goal "${reference.slice(0, 80)}" in the plan. ${validNumbers([...plan.byNumber.keys()])}`,
    };
  if (goal.status === "abandoned")
    return { error: `Goal ${number} was abandoned by an earlier operation of this call.` };
  return { goal };
}

function openNumbers({ byNumber, tree }: Plan): readonly string[] {
  return [...byNumber].flatMap(([number, goalId]) =>
    isOpen(tree.goals.get(goalId)?.status) ? [number] : [],
  );
}

function validNumbers(numbers: readonly string[]): string {
  if (numbers.length === 0) return "The plan has no goals yet; add one first.";
  const named = numbers
    .slice(0, MAX_LISTED_NUMBERS)
    .map((number) => (number.length > 40 ? `${number.slice(0, 40)}…` : number))
    .join(", ");
  const rest = numbers.length > MAX_LISTED_NUMBERS ? ` and ${numbers.length - MAX_LISTED_NUMBERS} more` : "";
  return `Valid numbers: ${named}${rest}.`;
}

function record(plan: Plan, change: GoalChange): void {
  plan.recorded.push(recordedOperation(change));
  plan.tree = applyGoalOperation(plan.tree, change);
}

type NewGoal = {
  readonly title: string;
  readonly reason?: string | null;
  readonly acceptance?: readonly string[] | undefined;
  /** Numbers of goals. */
  readonly dependsOn?: readonly string[] | undefined;
  readonly parentId: string;
  readonly index: number;
};

function titleProblem(title: string): Step {
  return title.trim() === "" ? { error: "A goal needs a title." } : undefined;
}

/** The problem of a new goal; undefined if there is none. A new goal cannot close a cycle, because nothing depends on it yet. */
function newGoalProblem(plan: Plan, { title, dependsOn = [] }: Pick<NewGoal, "title" | "dependsOn">): Step {
  const problem = titleProblem(title);
  if (problem !== undefined) return problem;
  for (const reference of dependsOn) {
    const lookup = find(plan, reference);
    if ("error" in lookup) return { error: `dependsOn: ${lookup.error}` };
  }
  return undefined;
}

function goalIds(plan: Plan, references: readonly string[]): string[] {
  return references.flatMap((reference) => {
    const lookup = find(plan, reference);
    return "error" in lookup ? [] : [lookup.goal.id];
  });
}

/** Records a new goal and returns its id. */
function create(plan: Plan, { title, reason, acceptance, dependsOn, parentId, index }: NewGoal): string {
  // New work reopens a closed parent.
  reopen(plan, parentId);
  const goalId = plan.options.ids.next();
  record(plan, {
    op: "created",
    goalId,
    parentId,
    index,
    title: title.trim(),
    reason: reason ?? null,
    acceptance: [...(acceptance ?? [])],
    dependsOn: goalIds(plan, dependsOn ?? []),
  });
  return goalId;
}

/** Adds a goal as the last child of another one. */
function append(plan: Plan, parentId: string, newGoal: Omit<NewGoal, "parentId" | "index">): Step {
  const problem = newGoalProblem(plan, newGoal);
  if (problem === undefined)
    create(plan, { ...newGoal, parentId, index: childIds(plan.tree, parentId).length });
  return problem;
}

function addAfter(plan: Plan, goal: Goal, newGoal: Omit<NewGoal, "parentId" | "index">): Step {
  const problem = newGoalProblem(plan, newGoal);
  if (problem !== undefined) return problem;
  const parentId = goal.parentId ?? plan.tree.rootId;
  const anchor = plan.lastAfter.get(goal.id) ?? goal.id;
  const index = childIds(plan.tree, parentId).indexOf(anchor) + 1;
  plan.lastAfter.set(goal.id, create(plan, { ...newGoal, parentId, index }));
  return undefined;
}

function split(plan: Plan, goal: Goal, titles: readonly string[]): Step {
  if (titles.length === 0) return { error: "Splitting a goal needs at least one title." };
  for (const title of titles) {
    const problem = append(plan, goal.id, { title });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function finish(plan: Plan, goal: Goal, request: Extract<GoalOperation, { op: "done" }>): Step {
  const summary = request.summary.trim();
  if (summary === "") return { error: `Finishing goal ${request.goal} needs a summary.` };
  const open = childGoals(plan.tree, goal.id).filter(({ status }) => isOpen(status)).length;
  if (open > 0)
    return {
      error: `Goal ${request.goal} still has ${open} open sub-goal${open === 1 ? "" : "s"}: finish or abandon ${open === 1 ? "it" : "them"} first.`,
    };
  const evidence: number[] = [];
  for (const id of request.evidence ?? []) {
    const sequence = plan.options.resultOf?.(id);
    if (sequence === undefined)
      return { error: `evidence: there is no successful result of a call "${id.slice(0, 80)}" in this run.` };
    evidence.push(sequence);
  }
  const change = { op: "status", goalId: goal.id, status: "completed", summary, reason: null } as const;
  // Criteria ask for evidence; a claim without any is kept, but nothing has confirmed it.
  const verified = goal.acceptance.length === 0 ? null : evidence.length > 0;
  record(plan, { ...change, evidence, verified });
  settle(plan, goal);
  return undefined;
}

function fail(plan: Plan, goal: Goal, reason: string): Step {
  const trimmed = reason.trim();
  if (trimmed === "") return { error: "Failing a goal needs a reason." };
  for (const child of childGoals(plan.tree, goal.id)) {
    if (isOpen(child.status)) abandonBranch(plan, child, trimmed);
  }
  record(plan, { op: "status", goalId: goal.id, status: "failed", summary: trimmed, reason: trimmed });
  settle(plan, goal);
  return undefined;
}

function giveUp(plan: Plan, goal: Goal, reason: string): Step {
  const trimmed = reason.trim();
  if (trimmed === "") return { error: "Abandoning a goal needs a reason." };
  abandonBranch(plan, goal, trimmed);
  settle(plan, goal);
  return undefined;
}

function replace(
  plan: Plan,
  goal: Goal,
  replacement: { readonly title: string; readonly reason: string | null; readonly why: string },
): Step {
  const { reason, why } = replacement;
  const title = replacement.title.trim();
  const problem = titleProblem(title);
  if (problem !== undefined) return problem;
  if (why.trim() === "") return { error: "Abandoning a goal needs a reason." };
  const wasInFocus = focusIsWithin(plan.tree, goal.id);
  if (!branchOf(plan.tree, goal).some(({ firstMessage }) => firstMessage !== null)) {
    for (const child of childGoals(plan.tree, goal.id)) abandonBranch(plan, child, why);
    record(plan, { op: "changed", goalId: goal.id, title, reason });
    if (wasInFocus) moveFocus(plan, nearestOpen(plan.tree, goal.id));
    return undefined;
  }
  const parentId = goal.parentId ?? plan.tree.rootId;
  const index = childIds(plan.tree, parentId).indexOf(goal.id) + 1;
  abandonBranch(plan, goal, why);
  const created = create(plan, { title, reason, parentId, index });
  if (wasInFocus) moveFocus(plan, created);
  return undefined;
}

function focus(plan: Plan, goal: Goal, reference: string): Step {
  if (!isOpen(goal.status))
    return { error: `Goal ${reference} is already closed. ${validNumbers(openNumbers(plan))}` };
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
function settle(plan: Plan, goal: Goal): void {
  const follows = focusIsWithin(plan.tree, goal.id) || focusIsAbove(plan.tree, goal.id);
  let closed = goal;
  let next = nextOpenSibling(plan.tree, closed);
  for (
    let parent = parentGoal(plan.tree, closed);
    parent !== undefined && canComplete(plan.tree, parent);
    parent = parentGoal(plan.tree, closed)
  ) {
    record(plan, {
      op: "status",
      goalId: parent.id,
      status: "completed",
      summary: parent.summary,
      reason: null,
    });
    closed = parent;
    next ??= nextOpenSibling(plan.tree, closed);
  }
  if (follows) moveFocus(plan, nearestOpen(plan.tree, next ?? closed.id));
}

function nextOpenSibling(tree: GoalTree, goal: Goal): string | undefined {
  const siblings = childGoals(tree, goal.parentId ?? tree.rootId);
  const position = siblings.findIndex(({ id }) => id === goal.id);
  return siblings.slice(position + 1).find(({ status }) => isOpen(status))?.id;
}

function canComplete(tree: GoalTree, parent: Goal): boolean {
  const statuses = childGoals(tree, parent.id).map(({ status }) => status);
  return (
    parent.parentId !== null &&
    isOpen(parent.status) &&
    statuses.includes("completed") &&
    statuses.every((status) => status === "completed" || status === "abandoned")
  );
}

/** The goal itself if it is open, else the nearest open goal above it, else the root. */
function nearestOpen(tree: GoalTree, goalId: string): string {
  let goal = tree.goals.get(goalId);
  while (goal !== undefined && !isOpen(goal.status)) goal = parentGoal(tree, goal);
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
function abandonBranch(plan: Plan, goal: Goal, reason: string): void {
  for (const { id, status, summary } of branchOf(plan.tree, goal))
    if (id === goal.id || isOpen(status))
      record(plan, { op: "status", goalId: id, status: "abandoned", summary, reason });
}

/** Returns a goal and all its descendants, parents first. */
function branchOf(tree: GoalTree, goal: Goal): readonly Goal[] {
  const branch = [goal];
  for (const { id } of branch) for (const child of childGoals(tree, id)) branch.push(child);
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

function parentGoal(tree: GoalTree, goal: Goal): Goal | undefined {
  return goal.parentId === null ? undefined : tree.goals.get(goal.parentId);
}
