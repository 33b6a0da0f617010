import type { OutlineEntry } from "@goaltrace/core/log";
import { isSelectable } from "../state/selection-moves.ts";

type Stops = { readonly entries: OutlineEntry[]; seen: number };

/** The stops of the logs on the page. If a log has grown, only its new entries are read. */
const known = new WeakMap<readonly OutlineEntry[], Stops>();

/** Returns the entries at which the handle of the scrubber can stop, in a list that grows in place with the log. O(new entries). */
export function scrubberEntries(log: readonly OutlineEntry[]): readonly OutlineEntry[] {
  const stops = known.get(log) ?? { entries: [], seen: 0 };
  known.set(log, stops);
  for (; stops.seen < log.length; stops.seen += 1) {
    const entry = log[stops.seen];
    if (entry !== undefined && isSelectable(entry)) stops.entries.push(entry);
  }
  return stops.entries;
}
