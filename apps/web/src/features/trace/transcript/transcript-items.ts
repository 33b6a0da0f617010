import { GOAL_TOOL } from "@goaltrace/core/log";
import type { OutlineEntry } from "@goaltrace/core/log";
import { type EntryFold, foldOfLog } from "../state/fold-of-log.ts";
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
  | {
      readonly kind: "goal";
      readonly goalId: string;
      readonly key: string;
      /** Its first entry. */
      readonly sequence: number;
      readonly again: boolean;
    }
  | { readonly kind: "entry"; readonly entry: OutlineEntry; readonly key: string }
  | PlanItem;

/** A transcript. It grows in place with its log. */
export type Transcript = {
  readonly items: readonly TranscriptItem[];
  /** The indexes of the headings. */
  readonly headings: readonly number[];
  /** The index of the first heading of each goal. */
  readonly firstHeadings: ReadonlyMap<string, number>;
  /** How many entries are bookkeeping of the runtime. */
  readonly runtimeCount: number;
};

export type TranscriptOptions = {
  readonly runtime: boolean;
  /** The goals that are shown; null shows all. */
  readonly only: ReadonlySet<string> | null;
};

/**
 * Returns the transcript of a log: its entries in order, with a heading where the work switches goals. Calls that change the plan are one quiet line, and a
 * turn that did nothing else has no row of its own. The bookkeeping of the runtime is left out unless `runtime`. O(new entries).
 */
export const transcriptOf = foldOfLog(({ runtime, only }: TranscriptOptions): EntryFold<Transcript> => {
  const items: TranscriptItem[] = [];
  const headings: number[] = [];
  const firstHeadings = new Map<string, number>();
  let goalId: string | null = null;
  let runtimeCount = 0;
  const addHeading = ({ g, q }: OutlineEntry): void => {
    const index = items.length;
    items.push({ kind: "goal", goalId: g, key: `goal-${q}`, sequence: q, again: firstHeadings.has(g) });
    headings.push(index);
    if (!firstHeadings.has(g)) firstHeadings.set(g, index);
  };
  return {
    add: (entry) => {
      if (only?.has(entry.g) === false) return;
      const isRuntime = isRuntimeEntry(entry);
      if (isRuntime) runtimeCount += 1;
      const plan = runtime ? null : planPart(entry);
      if (plan !== null) {
        addPlan(items, entry, plan);
        return;
      }
      if (!runtime && isRuntime) return;
      if (entry.g !== goalId) addHeading(entry);
      goalId = entry.g;
      items.push({ kind: "entry", entry, key: String(entry.q) });
    },
    value: () => ({ items, headings, firstHeadings, runtimeCount }),
  };
});

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

/** Returns the index of the item that shows an entry: its own, or the last one before it; -1 before all. O(log items). */
export function itemIndexOf(items: readonly TranscriptItem[], sequence: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    // A heading has the sequence of the entry after it, so the last of both is the entry.
    if (item !== undefined && firstSequence(item) <= sequence) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the first entry of an item. */
export function firstSequence(item: TranscriptItem): number {
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
