import type { OutlineEntry } from "@goaltrace/core/log";
import { isError, isSelectable } from "../selection-moves.ts";

/** Adjacent entries, drawn as one bar. */
export type ScrubberBin = {
  /** The indexes of its first and last entry among the scrubber entries. */
  readonly from: number;
  readonly to: number;
  readonly turns: number;
  readonly calls: number;
  readonly error: boolean;
  readonly mark: boolean;
  /** The largest request in tokens; 0 without turns. */
  readonly context: number;
};

/** The scale grows in steps: a growing run fills the remaining room before all bars become narrower. */
const FIRST_CAPACITY = 40;
const CAPACITY_STEP = 1.5;

/** Returns the entries that the scrubber shows. */
export function scrubberEntries(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  return entries.filter(isSelectable);
}

/** Returns the number of entries that the scrubber has room for. A growing run gets extra room, so that its bars stay in place. */
export function scrubberCapacity(count: number, growing: boolean): number {
  if (!growing) return Math.max(1, count);
  let capacity = FIRST_CAPACITY;
  while (capacity < count) capacity = Math.ceil(capacity * CAPACITY_STEP);
  return capacity;
}

/** Returns at most `limit` bars for `capacity` places, each with the same number of entries. Linear. */
export function scrubberBins(
  entries: readonly OutlineEntry[],
  { capacity, limit }: { readonly capacity: number; readonly limit: number },
): readonly ScrubberBin[] {
  const size = Math.max(1, Math.ceil(capacity / Math.max(1, limit)));
  const bins: ScrubberBin[] = [];
  for (let from = 0; from < entries.length; from += size) {
    const to = Math.min(entries.length, from + size) - 1;
    bins.push(toBin(entries, from, to));
  }
  return bins;
}

function toBin(entries: readonly OutlineEntry[], from: number, to: number): ScrubberBin {
  const bin = { from, to, turns: 0, calls: 0, error: false, mark: false, context: 0 };
  for (let index = from; index <= to; index += 1) {
    const entry = entries[index];
    if (!entry) continue;
    if (entry.k === "assistant") {
      bin.turns += 1;
      bin.context = Math.max(bin.context, entry.i);
    }
    if (entry.k === "tool") bin.calls += 1;
    if (isError(entry)) bin.error = true;
    if (entry.k === "loop" || entry.k === "limit" || entry.k === "retry") bin.mark = true;
  }
  return bin;
}

/** Returns the sequence at a share of the scrubber, clamped to the log. Null for an empty log. */
export function sequenceAtShare(
  entries: readonly OutlineEntry[],
  capacity: number,
  share: number,
): number | null {
  const index = Math.min(entries.length - 1, Math.max(0, Math.floor(share * capacity)));
  return entries[index]?.q ?? null;
}
