import type { OutlineEntry } from "@goaltrace/core/log";
import { isSelectable } from "../state/selection-moves.ts";
import type { Direction } from "../state/selection-moves.ts";
import { indexAt } from "../state/trace-model.ts";

/** The size of one scrubber step. */
export const STEP_UNITS = ["message", "turn", "goal"] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

/** Returns the moment one step before or after another; null at both ends. A null `from` is the end of the log. */
export function stepMoment(
  entries: readonly OutlineEntry[],
  from: number | null,
  { unit, direction }: { readonly unit: StepUnit; readonly direction: Direction },
): number | null {
  const here = from === null ? entries.length - 1 : indexAt(entries, from);
  for (let index = here + direction; index >= 0 && index < entries.length; index += direction) {
    const entry = entries[index];
    if (entry && isStop(entries, index, unit)) return entry.q;
  }
  return null;
}

/** Whether a step of this size ends at an entry. The last entry ends every step. */
function isStop(entries: readonly OutlineEntry[], index: number, unit: StepUnit): boolean {
  const entry = entries[index];
  if (!entry || !isSelectable(entry)) return false;
  switch (unit) {
    case "message":
      return true;
    case "turn":
      return entry.k === "assistant" || entry.k === "user" || entry.k === "end";
    case "goal":
      return entry.k === "goals" || entry.k === "end";
  }
}
