import type { OutlineEntry } from "@goaltrace/core/log";
import { isSelectable } from "../state/selection-moves.ts";

/** Returns the entries at which the handle of the scrubber can stop. */
export function scrubberEntries(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  return entries.filter(isSelectable);
}
