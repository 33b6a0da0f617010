import type { OutlineEntry } from "@goaltrace/core/log";
import { isSelectable } from "../state/selection-moves.ts";
import { indexAt } from "../state/trace-model.ts";

/** The playback speeds, relative to real time. */
export const PLAY_SPEEDS = [1, 2, 4, 8, 16, 32, 64] as const;
export type PlaySpeed = (typeof PLAY_SPEEDS)[number];

/** Longer pauses of a run are shortened to this length. */
const MAX_PAUSE_MS = 1_000;
/** Entries at the same time are played this far apart, so that each is visible. */
const MIN_PAUSE_MS = 40;

/**
 * Returns the moment to display after playing for `elapsedMs` from `from`, with the remaining time for the next call. `done` is true at the
 * end of the log.
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
