import { applyTiming, createTiming } from "@goaltrace/core/graph";
import type { Timing } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";

/** The timings of the logs on the page. If a log has grown, only its new entries are folded. */
const timings = new WeakMap<readonly OutlineEntry[], Timing>();

/** Returns the calls of a log in real time. O(new entries). */
export function timingOf(entries: readonly OutlineEntry[]): Timing {
  const timing = timings.get(entries) ?? createTiming();
  timings.set(entries, timing);
  for (let next = firstAfter(entries, timing.lastSequence); next < entries.length; next += 1) {
    const entry = entries[next];
    if (entry) applyTiming(timing, entry);
  }
  return timing;
}

/** Returns the index of the first entry after a sequence. */
function firstAfter(entries: readonly OutlineEntry[], sequence: number): number {
  let next = entries.length;
  while (next > 0 && (entries[next - 1]?.q ?? -1) > sequence) next -= 1;
  return next;
}
