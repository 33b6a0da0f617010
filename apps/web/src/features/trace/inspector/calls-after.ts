import type { OutlineEntry } from "@goaltrace/core/log";

/** The answered model calls after an entry: all of them had it before them, until a compaction says otherwise. */
export type CallsAfter = { readonly count: number; readonly first: number; readonly last: number };

/** Null when no call came after. Entries are in order. */
export function callsAfter(entries: readonly OutlineEntry[], sequence: number): CallsAfter | null {
  let [count, first, last] = [0, 0, 0];
  for (const entry of entries) {
    if (entry.q <= sequence || entry.k !== "assistant") continue;
    count += 1;
    if (count === 1) first = entry.q;
    last = entry.q;
  }
  return count === 0 ? null : { count, first, last };
}
