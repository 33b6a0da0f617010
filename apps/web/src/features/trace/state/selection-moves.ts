import type { Graph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { indexAt } from "./trace-model.ts";

/** 1 moves forward in the run, -1 back. */
export type Direction = 1 | -1;

/** Returns the next or previous selectable entry; without `from`, the first or last one. Null at the end. */
export function stepSequence(
  entries: readonly OutlineEntry[],
  from: number | null,
  direction: Direction,
): OutlineEntry | null {
  return seek(entries, { from, direction, matches: isSelectable });
}

/** The kinds of marks that a jump can target. */
export type MarkKind = "error" | "loop" | "compaction" | "retry";

/** The target of a jump. `isAround`: the jump went past the last target and continues at the first, or the other way round. */
export type Jump = { readonly sequence: number; readonly isAround: boolean };

/**
 * Returns the next or previous entry with a mark of a kind. Continues at the other end of the run, because a link may select an entry after the last mark.
 * Null if no entry has one.
 */
export function stepMark(
  entries: readonly OutlineEntry[],
  from: number | null,
  { kind, direction }: { readonly kind: MarkKind; readonly direction: Direction },
): Jump | null {
  const matches = MARKS[kind];
  const ahead = seek(entries, { from, direction, matches });
  if (ahead !== null) return { sequence: ahead.q, isAround: false };
  const around = seek(entries, { from: null, direction, matches });
  return around === null ? null : { sequence: around.q, isAround: true };
}

/**
 * Returns the call that cost most; with `from` on one of the calls, the next most expensive one, and after the cheapest the most expensive one again.
 * Without prices the number of tokens decides. Null in a run without calls.
 */
export function nextExpensive(entries: readonly OutlineEntry[], from: number | null): Jump | null {
  const calls = entries.filter((entry) => entry.k === "assistant");
  const isPriced = calls.some(({ c }) => c !== null && c > 0);
  const weight = ({ c, i: input, o: output }: (typeof calls)[number]): number =>
    isPriced ? (c ?? 0) : input + output;
  const ranked = calls.sort((left, right) => weight(right) - weight(left));
  const next = ranked[1 + ranked.findIndex(({ q }) => q === from)];
  const target = next ?? ranked[0];
  return target === undefined ? null : { sequence: target.q, isAround: next === undefined };
}

/** Returns the next or previous sibling of a goal; null at both ends and for the root. */
export function siblingGoal(
  graph: Pick<Graph, "goals" | "children">,
  goalId: string,
  direction: Direction,
): string | null {
  const parentId = graph.goals.get(goalId)?.parentId;
  if (parentId === null || parentId === undefined) return null;
  const siblings = graph.children.get(parentId) ?? [];
  const index = siblings.indexOf(goalId);
  return index < 0 ? null : (siblings[index + direction] ?? null);
}

/** Returns the goals from the root down to a goal, inclusive. Tolerates logs with circular parents. */
export function pathTo(graph: Pick<Graph, "goals">, goalId: string): readonly string[] {
  const path: string[] = [];
  const seen = new Set<string>();
  for (
    let id: string | null = goalId;
    id !== null && !seen.has(id);
    id = graph.goals.get(id)?.parentId ?? null
  ) {
    seen.add(id);
    path.push(id);
  }
  return path.reverse();
}

/**
 * Returns the entry that represents the next or previous model call: its answer, or its request when no answer follows. Null `from` is
 * the last call. Returns null beyond the ends.
 */
export function stepCall(
  entries: readonly OutlineEntry[],
  from: number | null,
  direction: Direction,
): number | null {
  const calls = entries.filter((entry, index) => entry.k === "assistant" || standsAlone(entries, index));
  const here = from ?? calls.at(-1)?.q ?? 0;
  const next = direction === 1 ? calls.find(({ q }) => q > here) : calls.findLast(({ q }) => q < here);
  return next?.q ?? null;
}

/** Whether a request has no answer among the messages: a helper call, a failed one, or one that still runs. */
function standsAlone(entries: readonly OutlineEntry[], index: number): boolean {
  const entry = entries[index];
  if (entry?.k !== "calling") return false;
  if (entry.p !== undefined) return true;
  for (let place = index + 1; place < entries.length; place += 1) {
    const after = entries[place];
    if (after?.k === "assistant") return false;
    if (after?.k === "calling" && after.p === undefined) return after.call !== entry.call;
  }
  return true;
}

/** The bookkeeping of the run. The start of a call is one, because its result represents it. */
const UNSELECTABLE: ReadonlySet<OutlineEntry["k"]> = new Set([
  ...(["started", "calling", "called", "status", "other", "begin"] as const),
]);

/** Whether an entry can be selected. */
export function isSelectable(entry: OutlineEntry): boolean {
  return !UNSELECTABLE.has(entry.k);
}

/** Whether an entry is one of the errors that the totals of a run count. The end of a failed run is not one: it repeats the reason. */
function isError(entry: OutlineEntry): boolean {
  if (entry.k === "tool") return entry.s === "error";
  return entry.k === "error";
}

function isFailure(entry: OutlineEntry): boolean {
  return isError(entry) || (entry.k === "end" && entry.status === "failed");
}

function isLoop(entry: OutlineEntry): boolean {
  return entry.k === "loop" && entry.action !== "polling";
}

function isCompaction(entry: OutlineEntry): boolean {
  return entry.k === "compacted";
}

const MARKS: Readonly<Record<MarkKind, (entry: OutlineEntry) => boolean>> = {
  error: isFailure,
  loop: isLoop,
  compaction: isCompaction,
  retry: (entry) => entry.k === "retry",
};

type SeekOptions = {
  readonly from: number | null;
  readonly direction: Direction;
  readonly matches: (entry: OutlineEntry) => boolean;
};

function seek(
  entries: readonly OutlineEntry[],
  { from, direction, matches }: SeekOptions,
): OutlineEntry | null {
  let index = startIndex(entries, from, direction);
  for (let entry = entries[index]; entry !== undefined; entry = entries[index]) {
    if (matches(entry)) return entry;
    index += direction;
  }
  return null;
}

function startIndex(entries: readonly OutlineEntry[], from: number | null, direction: Direction): number {
  if (from === null) return direction === 1 ? 0 : entries.length - 1;
  const here = indexAt(entries, from);
  if (direction === 1) return here + 1;
  return entries[here]?.q === from ? here - 1 : here;
}
