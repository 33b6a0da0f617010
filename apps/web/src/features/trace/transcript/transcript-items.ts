import { GOAL_TOOL } from "@goaltrace/core/log";
import type { OutlineEntry } from "@goaltrace/core/log";
import { isRuntimeEntry } from "../state/runtime-entries.ts";

type GoalChange = Extract<OutlineEntry, { readonly k: "goals" }>["ops"][number];

/** Changes to the plan by turns that did nothing else in between, as one item. */
export type PlanItem = {
  readonly kind: "plan";
  readonly key: string;
  /** The entry that is selected together with it: the first change. */
  readonly sequence: number;
  readonly operations: readonly GoalChange[];
  /** The tokens and the cost of turns without a row of their own. */
  readonly tokens: number;
  readonly cost: number | null;
};

/** One item of the transcript: the heading of a goal, an entry, or changes to the plan. */
export type TranscriptItem =
  | { readonly kind: "goal"; readonly goalId: string; readonly key: string; readonly again: boolean }
  | { readonly kind: "entry"; readonly entry: OutlineEntry; readonly key: string }
  | PlanItem;

/**
 * Returns the transcript of a run: its entries in order, with a heading where the work switches goals. Calls that change the plan are one
 * quiet line, and a turn that did nothing else has no row of its own. The bookkeeping of the runtime is left out unless `runtime`.
 */
export function transcriptItems(
  entries: readonly OutlineEntry[],
  { runtime = false }: { readonly runtime?: boolean } = {},
): readonly TranscriptItem[] {
  const items: TranscriptItem[] = [];
  const seen = new Set<string>();
  let goalId: string | null = null;
  for (const entry of entries) {
    const plan = planPart(entry);
    if (!runtime && plan !== null) {
      addPlan(items, entry, plan);
      continue;
    }
    if (!runtime && isRuntimeEntry(entry)) continue;
    if (entry.g !== goalId) {
      goalId = entry.g;
      items.push({ kind: "goal", goalId, key: `goal-${entry.q}`, again: seen.has(goalId) });
      seen.add(goalId);
    }
    items.push({ kind: "entry", entry, key: String(entry.q) });
  }
  return items;
}

type PlanPart = Pick<PlanItem, "operations" | "tokens" | "cost">;

/** Returns what an entry adds to the line of the plan; null for entries with a row of their own. */
function planPart(entry: OutlineEntry): PlanPart | null {
  const nothing = { operations: [], tokens: 0, cost: 0 };
  if (entry.k === "goals") return { ...nothing, operations: entry.ops };
  if (entry.k === "tool") return entry.name === GOAL_TOOL && entry.s === "ok" ? nothing : null;
  if (entry.k === "assistant" && changesOnlyPlan(entry))
    return { ...nothing, tokens: entry.i + entry.o, cost: entry.c };
  return null;
}

/** Whether a turn has no words and calls nothing but the goal tool, by the description of such turns. */
function changesOnlyPlan({ d, calls }: Extract<OutlineEntry, { k: "assistant" }>): boolean {
  return calls.length === 1 ? d.startsWith(`${GOAL_TOOL}(`) : d === `${GOAL_TOOL} ×${calls.length}`;
}

function addPlan(items: TranscriptItem[], entry: OutlineEntry, part: PlanPart): void {
  const last = items.at(-1);
  const open = last?.kind === "plan" ? last : null;
  // A turn is kept for the change that its call makes; nothing is shown for a call without a visible change.
  if (open === null && part.operations.length === 0 && part.tokens === 0) return;
  const before = open ?? {
    ...{ kind: "plan" as const, key: `plan-${entry.q}`, sequence: entry.q },
    ...{ operations: [], tokens: 0, cost: 0 },
  };
  const item: PlanItem = {
    ...before,
    operations: [...before.operations, ...part.operations],
    tokens: before.tokens + part.tokens,
    cost: before.cost === null || part.cost === null ? null : before.cost + part.cost,
  };
  if (open === null) items.push(item);
  else items[items.length - 1] = item;
}

/** Returns the index of the item that shows an entry: its own, or the last one before it; -1 before all. */
export function itemIndexOf(items: readonly TranscriptItem[], sequence: number): number {
  return items.findLastIndex((item) => item.kind !== "goal" && firstSequence(item) <= sequence);
}

/** Returns the first entry of an item that has one. */
export function firstSequence(item: Exclude<TranscriptItem, { readonly kind: "goal" }>): number {
  return item.kind === "entry" ? item.entry.q : item.sequence;
}

/** The number of sequences per block. Entries in a block share one request, and scrolling back needs no new one. */
export const BLOCK_SIZE = 100;

/** Returns the blocks with the contents of some items, in order. */
export function requiredBlocks(items: readonly TranscriptItem[]): readonly number[] {
  const blocks = new Set<number>();
  for (const item of items) if (item.kind === "entry") blocks.add(blockIndex(item.entry.q));
  return [...blocks].sort((left, right) => left - right);
}

/** Returns the block that contains a sequence. */
function blockIndex(sequence: number): number {
  return Math.floor(sequence / BLOCK_SIZE);
}

/** Returns the index of the heading above a row, which stays at the top while its goal is read; null above all headings. O(log headings). */
export function headingOf(headings: readonly number[], row: number): number | null {
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((headings[middle] ?? 0) <= row) low = middle + 1;
    else high = middle;
  }
  return headings[low - 1] ?? null;
}
