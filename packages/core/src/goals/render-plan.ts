import { countOf } from "../log/count-of.ts";
import { assertNever } from "../errors.ts";
import type { Goal, GoalTree } from "./goal.ts";
import { childGoals, childIds } from "./goal-tree.ts";
import { numberGoals } from "./number-goals.ts";

/** `count` is the tokenizer; `maxTokens` limits the returned text. */
export type RenderPlanOptions = { readonly maxTokens: number; readonly count: (text: string) => number };

/** A level of detail. Levels shrink from first to last, and the first that fits is used. Lengths are in characters. */
type Detail = {
  readonly siblings: number;
  readonly line: number;
  readonly levels: number;
  readonly full: number;
};
const DETAILS = [
  { siblings: 40, line: 400, levels: 40, full: 2_000 },
  { siblings: 20, line: 200, levels: 20, full: 1_000 },
  { siblings: 8, line: 120, levels: 10, full: 400 },
  { siblings: 3, line: 60, levels: 5, full: 160 },
  { siblings: 1, line: 30, levels: 3, full: 60 },
] as const satisfies readonly Detail[];
/** A text this many times longer than its token limit exceeds it without counting. */
const MAX_CHARACTERS_PER_TOKEN = 16;

/**
 * Renders the plan for the model: the goal in focus and its parents in full, their siblings and the focus's sub-goals in one line each,
 * finished ones with their summaries, everything else as counts. Never exceeds `maxTokens`; omitted goals are counted, so that none seems
 * missing. Empty when there is no goal besides the root.
 */
export function renderPlan(tree: GoalTree, options: RenderPlanOptions): string {
  if (childIds(tree, tree.rootId).length === 0) return "";
  const plan: NumberedPlan = { tree, numbers: numberGoals(tree) };
  const fits = (text: string): boolean =>
    text.length <= options.maxTokens * MAX_CHARACTERS_PER_TOKEN && options.count(text) <= options.maxTokens;
  for (const detail of DETAILS) {
    const text = renderAt(plan, detail);
    if (fits(text)) return text;
  }
  const shortest = focusLine(plan);
  return fits(shortest) ? shortest : "";
}

/**
 * Renders what has changed since the model got the whole plan `before`, of which no number has changed: the goal in focus and its parents in full,
 * every other changed or new goal in one line, abandoned ones too. Null if that does not fit.
 */
export function renderPlanChanges(
  tree: GoalTree,
  before: GoalTree,
  options: RenderPlanOptions,
): string | null {
  const plan: NumberedPlan = { tree, numbers: numberGoals(tree) };
  const path = pathTo(tree, tree.focusId);
  const changed = [...tree.goals.values()].filter(
    (goal) => goal.parentId !== null && !path.includes(goal) && hasChanged(goal, before.goals.get(goal.id)),
  );
  const lines = [
    ...path.flatMap((goal) => fullLines(plan, goal, DETAILS[0])),
    // An abandoned goal has no number.
    ...changed.map((goal) => oneLine(plan, goal, DETAILS[1]).trimStart()),
    ...(tree.focusId === tree.rootId ? ["No goal is in focus."] : []),
  ];
  const text = lines.join("\n");
  const isLong = text.length > options.maxTokens * MAX_CHARACTERS_PER_TOKEN;
  return isLong || options.count(text) > options.maxTokens ? null : text;
}

/** Messages that join a goal change it too, but not what the plan says of it. */
function hasChanged(goal: Goal, before: Goal | undefined): boolean {
  return (
    before === undefined ||
    goal.status !== before.status ||
    goal.title !== before.title ||
    goal.summary !== before.summary ||
    goal.verified !== before.verified
  );
}

type NumberedPlan = { readonly tree: GoalTree; readonly numbers: ReadonlyMap<string, string> };

function renderAt(plan: NumberedPlan, detail: Detail): string {
  const { tree } = plan;
  const path = pathTo(tree, tree.focusId);
  // A deep plan shows only the levels next to the focus; the rest is one line. The root counts as a level.
  const folded = Math.max(0, path.length + 1 - detail.levels);
  const shown = path.slice(folded);
  const besideSiblings = (goal: Goal): boolean => folded === 0 || goal !== shown[0];
  const lines = [
    ...(folded === 0 ? [] : [`… ${folded} levels between`]),
    ...shown.flatMap((goal) => [
      ...(besideSiblings(goal) ? siblingsBefore(plan, goal, detail) : []),
      ...fullLines(plan, goal, detail),
    ]),
    ...goalLines(plan, numberedChildren(plan, tree.focusId), detail),
    ...shown
      .filter(besideSiblings)
      .reverse()
      .flatMap((goal) => siblingsAfter(plan, goal, detail)),
  ];
  const abandoned = [...tree.goals.values()].filter(({ status }) => status === "abandoned").length;
  if (abandoned > 0) lines.push(`(${countOf(abandoned, "abandoned goal")} left out)`);
  if (tree.focusId === tree.rootId) lines.push("No goal is in focus.");
  return lines.join("\n");
}

/** The goals from the first level down to a goal, both included; empty for the root. */
function pathTo(tree: GoalTree, goalId: string): readonly Goal[] {
  const path: Goal[] = [];
  let goal = tree.goals.get(goalId);
  while (goal !== undefined && goal.parentId !== null) {
    path.push(goal);
    goal = tree.goals.get(goal.parentId);
  }
  return path.reverse();
}

/** The siblings before a goal. The nearest ones matter most, so the first ones become a count. */
function siblingsBefore(plan: NumberedPlan, goal: Goal, detail: Detail): readonly string[] {
  const siblings = siblingsOf(plan, goal);
  const before = siblings.slice(0, siblings.indexOf(goal));
  const from = Math.max(0, before.length - detail.siblings);
  return [
    ...countLine(before.slice(0, from), "earlier"),
    ...before.slice(from).map((sibling) => oneLine(plan, sibling, detail)),
  ];
}

function siblingsAfter(plan: NumberedPlan, goal: Goal, detail: Detail): readonly string[] {
  const siblings = siblingsOf(plan, goal);
  return goalLines(plan, siblings.slice(siblings.indexOf(goal) + 1), detail);
}

/** The first goals of a list in one line each, and the count of the others. */
function goalLines(plan: NumberedPlan, goals: readonly Goal[], detail: Detail): readonly string[] {
  return [
    ...goals.slice(0, detail.siblings).map((goal) => oneLine(plan, goal, detail)),
    ...countLine(goals.slice(detail.siblings), "more"),
  ];
}

function siblingsOf(plan: NumberedPlan, goal: Goal): readonly Goal[] {
  return numberedChildren(plan, goal.parentId ?? plan.tree.rootId);
}

function numberedChildren({ tree, numbers }: NumberedPlan, parentId: string): readonly Goal[] {
  return childGoals(tree, parentId).filter(({ id }) => numbers.has(id));
}

function fullLines({ tree, numbers }: NumberedPlan, goal: Goal, detail: Detail): readonly string[] {
  const mark = goal.id === tree.focusId ? "in focus" : statusLabel(goal);
  return [
    `${goalNumber(numbers, goal.id)} [${mark}] ${cut(goal.title, detail.full)}`,
    ...(goal.reason === null ? [] : [`  Why: ${cut(goal.reason, detail.full)}`]),
    ...goal.acceptance
      .slice(0, detail.siblings)
      .map((criterion) => `  Done when: ${cut(criterion, detail.full)}`),
    ...needsLine(numbers, goal),
  ];
}

/** The numbers of the goals that a goal depends on; abandoned ones have none. */
function needsLine(numbers: ReadonlyMap<string, string>, { dependsOn }: Goal): readonly string[] {
  const needed = dependsOn.flatMap((id) => numbers.get(id) ?? []);
  return needed.length === 0 ? [] : [`  Needs: ${needed.slice(0, 8).join(", ")}`];
}

function oneLine(plan: NumberedPlan, goal: Goal, detail: Detail): string {
  const summary = goal.summary === null ? "" : `: ${cut(goal.summary, detail.line)}`;
  const children = numberedChildren(plan, goal.id);
  const below = children.length === 0 ? "" : ` (${counts(children)})`;
  return `${goalNumber(plan.numbers, goal.id)} [${statusLabel(goal)}] ${cut(goal.title, detail.line)}${summary}${below}`;
}

function countLine(goals: readonly Goal[], word: string): readonly string[] {
  return goals.length === 0 ? [] : [`… ${goals.length} ${word}: ${counts(goals)}`];
}

function counts(goals: readonly Goal[]): string {
  const done = goals.filter(({ status }) => status === "completed").length;
  const failed = goals.filter(({ status }) => status === "failed").length;
  return `${done} of ${goals.length} done${failed === 0 ? "" : `, ${failed} failed`}`;
}

function focusLine({ tree, numbers }: NumberedPlan): string {
  const goal = tree.goals.get(tree.focusId);
  return goal === undefined || goal.parentId === null
    ? "No goal is in focus."
    : `${goalNumber(numbers, goal.id)} [in focus] ${cut(goal.title, 40)}`;
}

/** A number is as long as the plan is deep; an extremely long one is shortened at its start. */
function goalNumber(numbers: ReadonlyMap<string, string>, goalId: string): string {
  const number = numbers.get(goalId) ?? "";
  return number.length > 80 ? `…${number.slice(-80)}` : number;
}

function statusLabel(goal: Goal): string {
  switch (goal.status) {
    case "pending":
      return "to do";
    case "in_progress":
      return "in progress";
    case "completed":
      return goal.verified === false ? "done, unverified" : "done";
    case "failed":
      return "failed";
    case "abandoned":
      return "abandoned";
    default:
      return assertNever(goal.status);
  }
}

function cut(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
