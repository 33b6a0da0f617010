import { assertNever } from "../errors.ts";
import type { Goal, GoalTree } from "./goal.ts";
import { childIds, isOpen } from "./goal-tree.ts";
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
const DETAILS: readonly Detail[] = [
  { siblings: 40, line: 400, levels: 40, full: 2_000 },
  { siblings: 20, line: 200, levels: 20, full: 1_000 },
  { siblings: 8, line: 120, levels: 10, full: 400 },
  { siblings: 3, line: 60, levels: 5, full: 160 },
  { siblings: 1, line: 30, levels: 3, full: 60 },
];
/** A text this many times longer than its token limit exceeds it without counting. */
const MAX_CHARACTERS_PER_TOKEN = 16;

/**
 * Renders the plan for the model: the goal in focus and its parents in full, their siblings and the focus's sub-goals in one line each,
 * finished ones with their summaries, everything else as counts. Never exceeds `maxTokens`; omitted goals are counted, so that none seems
 * missing. Empty when there is no goal besides the root.
 */
export function renderPlan(tree: GoalTree, options: RenderPlanOptions): string {
  if (childIds(tree, tree.rootId).length === 0) return "";
  const numbers = numberGoals(tree);
  const fits = (text: string): boolean =>
    text.length <= options.maxTokens * MAX_CHARACTERS_PER_TOKEN && options.count(text) <= options.maxTokens;
  for (const detail of DETAILS) {
    const text = renderAt(tree, numbers, detail);
    if (fits(text)) return text;
  }
  const shortest = focusLine(tree, numbers);
  return fits(shortest) ? shortest : "";
}

function renderAt(tree: GoalTree, numbers: ReadonlyMap<string, string>, detail: Detail): string {
  const chain = chainTo(tree, tree.focusId);
  const lines: string[] = [];
  const folded = Math.max(0, chain.length - detail.levels);
  // A deep chain shows only the levels next to the focus; the rest is one line.
  const shown = folded === 0 ? chain : [...chain.slice(0, 1), ...chain.slice(folded + 1)];
  for (const [level, goalId] of shown.entries()) {
    if (folded > 0 && level === 1) lines.push(`… ${folded} levels between`);
    const next = shown[level + 1];
    lines.push(...(level === 0 ? [] : fullLines(tree, numbers, { goalId, detail })));
    if (next !== undefined && !(folded > 0 && level === 0))
      lines.push(...siblingsBefore(tree, numbers, { parentId: goalId, goalId: next, detail }));
    if (next === undefined)
      lines.push(...siblingsBefore(tree, numbers, { parentId: goalId, goalId: null, detail }));
  }
  for (let level = shown.length - 1; level > 0; level -= 1) {
    const goalId = shown[level];
    const parentId = goalId === undefined ? null : (tree.goals.get(goalId)?.parentId ?? null);
    if (goalId !== undefined && parentId !== null && !(folded > 0 && level === 1))
      lines.push(...siblingsAfter(tree, numbers, { parentId, goalId, detail }));
  }
  const abandoned = childIds(tree, tree.rootId).length > 0 ? abandonedCount(tree) : 0;
  if (abandoned > 0) lines.push(`(${abandoned} abandoned goal${abandoned === 1 ? "" : "s"} left out)`);
  if (tree.focusId === tree.rootId) lines.push("No goal is in focus.");
  return lines.join("\n");
}

/** The path from the root to a goal, both included. */
function chainTo(tree: GoalTree, goalId: string): string[] {
  const chain: string[] = [];
  for (
    let goal = tree.goals.get(goalId);
    goal !== undefined;
    goal = goal.parentId === null ? undefined : tree.goals.get(goal.parentId)
  )
    chain.push(goal.id);
  return chain.reverse();
}

type LevelPart = { readonly parentId: string; readonly goalId: string | null; readonly detail: Detail };

/** The goals of a level before the chain's goal; the whole level when `goalId` is null. */
function siblingsBefore(
  tree: GoalTree,
  numbers: ReadonlyMap<string, string>,
  { parentId, goalId, detail }: LevelPart,
): string[] {
  const siblings = numberedChildren(tree, numbers, parentId);
  const end = goalId === null ? siblings.length : siblings.indexOf(goalId);
  // A whole level shows its first goals; before the chain, the nearest ones matter most.
  const from = goalId === null ? 0 : Math.max(0, end - detail.siblings);
  const to = goalId === null ? Math.min(end, detail.siblings) : end;
  return [
    ...countLine(tree, siblings.slice(0, from), "earlier"),
    ...siblings.slice(from, to).map((id) => oneLine(tree, numbers, { goalId: id, detail })),
    ...countLine(tree, siblings.slice(to, end), "more"),
  ];
}

function siblingsAfter(
  tree: GoalTree,
  numbers: ReadonlyMap<string, string>,
  { parentId, goalId, detail }: LevelPart,
): string[] {
  const siblings = numberedChildren(tree, numbers, parentId);
  const start = goalId === null ? 0 : siblings.indexOf(goalId) + 1;
  const to = start + detail.siblings;
  return [
    ...siblings.slice(start, to).map((id) => oneLine(tree, numbers, { goalId: id, detail })),
    ...countLine(tree, siblings.slice(to), "more"),
  ];
}

function numberedChildren(tree: GoalTree, numbers: ReadonlyMap<string, string>, parentId: string): string[] {
  return childIds(tree, parentId).filter((id) => numbers.has(id));
}

type Line = { readonly goalId: string; readonly detail: Detail };

function fullLines(tree: GoalTree, numbers: ReadonlyMap<string, string>, { goalId, detail }: Line): string[] {
  const goal = tree.goals.get(goalId);
  if (goal === undefined) return [];
  const mark = goalId === tree.focusId ? "in focus" : statusLabel(goal);
  return [
    `${goalNumber(numbers, goalId)} [${mark}] ${cut(goal.title, detail.full)}`,
    ...(goal.reason === null ? [] : [`  Why: ${cut(goal.reason, detail.full)}`]),
    ...goal.acceptance
      .slice(0, detail.siblings)
      .map((criterion) => `  Done when: ${cut(criterion, detail.full)}`),
  ];
}

function oneLine(tree: GoalTree, numbers: ReadonlyMap<string, string>, { goalId, detail }: Line): string {
  const goal = tree.goals.get(goalId);
  if (goal === undefined) return "";
  const summary = goal.summary === null ? "" : `: ${cut(goal.summary, detail.line)}`;
  const children = numberedChildren(tree, numbers, goalId);
  const below = children.length === 0 ? "" : ` (${counts(tree, children)})`;
  return `${goalNumber(numbers, goalId)} [${statusLabel(goal)}] ${cut(goal.title, detail.line)}${summary}${below}`;
}

function countLine(tree: GoalTree, goalIds: readonly string[], word: string): string[] {
  return goalIds.length === 0 ? [] : [`… ${goalIds.length} ${word}: ${counts(tree, goalIds)}`];
}

function counts(tree: GoalTree, goalIds: readonly string[]): string {
  const open = goalIds.filter((id) => isOpen(tree.goals.get(id)?.status ?? "pending")).length;
  const failed = goalIds.filter((id) => tree.goals.get(id)?.status === "failed").length;
  const parts = [`${goalIds.length - open - failed} of ${goalIds.length} done`];
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.join(", ");
}

function abandonedCount(tree: GoalTree): number {
  let abandoned = 0;
  for (const goal of tree.goals.values()) if (goal.status === "abandoned") abandoned += 1;
  return abandoned;
}

function focusLine(tree: GoalTree, numbers: ReadonlyMap<string, string>): string {
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
      return "done";
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
