import type { OutlineEntry } from "@goaltrace/core/log";

/** The answered model calls after an entry. All of them had the entry in context, unless a compaction removed it. */
export type CallsAfter = { readonly count: number; readonly first: number; readonly last: number };

/** Returns the answered model calls after an entry, or null without any. `entries` must be in order. */
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
