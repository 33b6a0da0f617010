import type { OutlineEntry } from "@goaltrace/core/log";
import { isError, isSelectable } from "../selection-moves.ts";

/** Neighbouring entries drawn as one bar. */
export type ScrubberBin = {
  /** Places of its first and last entry among the entries of the scrubber. */
  readonly from: number;
  readonly to: number;
  readonly turns: number;
  readonly calls: number;
  readonly error: boolean;
  readonly mark: boolean;
  /** Largest request in tokens; 0 when it holds no turn. */
  readonly context: number;
};

/** Steps of the scrubber's scale: a growing run fills the room that is left before all bars become narrower. */
const FIRST_CAPACITY = 40;
const CAPACITY_STEP = 1.5;

/** The entries that have a place on the scrubber. */
export function scrubberEntries(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  return entries.filter(isSelectable);
}

/** How many entries the scrubber has room for. A run that still grows leaves room, so that bars stay where they are. */
export function scrubberCapacity(count: number, growing: boolean): number {
  if (!growing) return Math.max(1, count);
  let capacity = FIRST_CAPACITY;
  while (capacity < count) capacity = Math.ceil(capacity * CAPACITY_STEP);
  return capacity;
}

/** At most `limit` bars for `capacity` places, each of equally many entries in order. Linear. */
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

/** The sequence at a place of the scrubber, clamped to what there is. Null for a log without entries. */
export function sequenceAtShare(
  entries: readonly OutlineEntry[],
  capacity: number,
  share: number,
): number | null {
  const index = Math.min(entries.length - 1, Math.max(0, Math.floor(share * capacity)));
  return entries[index]?.q ?? null;
}
