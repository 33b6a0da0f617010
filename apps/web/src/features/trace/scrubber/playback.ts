import type { OutlineEntry } from "@goaltrace/core/log";
import { isSelectable } from "../selection-moves.ts";
import { indexAt } from "../trace-model.ts";

/** How much faster than it happened a run can be played. */
export const PLAY_SPEEDS = [1, 2, 4, 8, 16, 32, 64] as const;
export type PlaySpeed = (typeof PLAY_SPEEDS)[number];

/** Nobody wants to watch a run wait: longer pauses are played as this long. */
const MAX_PAUSE_MS = 1_000;
/** Entries of the same instant are told apart by this much, so that they are seen one after the other. */
const MIN_PAUSE_MS = 40;

/**
 * The moment to show after `elapsedMs` of playing from `from` at a speed, with what is left over of the time for the next call. `done` is
 * true when the end of the log was reached.
 */
export function advancePlayback(
  entries: readonly OutlineEntry[],
  from: number,
  { elapsedMs, speed }: { readonly elapsedMs: number; readonly speed: PlaySpeed },
): { readonly moment: number; readonly leftMs: number; readonly done: boolean } {
  let left = elapsedMs * speed;
  let moment = from;
  let before = entries[indexAt(entries, from)];
  for (let index = indexAt(entries, from) + 1; index < entries.length; index += 1) {
    const entry = entries[index];
    if (!entry || !isSelectable(entry)) continue;
    const pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, entry.t - (before?.t ?? entry.t)));
    if (pause > left) return { moment, leftMs: left / speed, done: false };
    left -= pause;
    moment = entry.q;
    before = entry;
  }
  return { moment, leftMs: 0, done: true };
}
