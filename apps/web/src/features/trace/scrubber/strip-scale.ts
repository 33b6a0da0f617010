import { fittingStep, foldOf, halvingStep, pausesUntil, timeScale } from "@goaltrace/core/graph";
import type { Pause, TimeScale, Timing } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { indexAt } from "../state/trace-model.ts";

/** The clock of the scrubber: the same as that of the timeline, over the whole run. */
export type StripScale = {
  readonly scale: TimeScale;
  readonly pauses: readonly Pause[];
  readonly tip: number;
  /** The position of an entry, in pixels. */
  readonly placeOf: (sequence: number) => number;
  /** The last of `entries` at or before a position; null before the first. */
  readonly sequenceAt: (x: number) => number | null;
};

export type StripOptions = {
  readonly entries: readonly OutlineEntry[];
  readonly tip: number;
  readonly width: number;
  /** A growing run keeps free space on the right, so that nothing moves until its scale halves. */
  readonly isGrowing: boolean;
};

/** Returns the scale of the scrubber. O(pauses); positions cost O(new entries) once. */
export function stripScale(timing: Timing, { entries, tip, width, isGrowing }: StripOptions): StripScale {
  const pauses = pausesUntil(timing, tip);
  const fold = foldOf(pauses.length, width);
  const fit = { from: timing.from, to: tip, pauses, fold, width: Math.max(1, width) };
  const scale = timeScale({ ...fit, step: (isGrowing ? halvingStep : fittingStep)(fit) });
  return {
    ...{ scale, pauses, tip },
    placeOf: (sequence) => scale.x(timesOf(entries)[indexAt(entries, sequence)] ?? timing.from),
    sequenceAt: (x) => entries[lastAtOrBefore(timesOf(entries), scale.time(x))]?.q ?? entries[0]?.q ?? null,
  };
}

const knownTimes = new WeakMap<readonly OutlineEntry[], number[]>();

/** Returns the times of a list that may have grown. Clocks may jump back; positions must not. O(new entries). */
function timesOf(entries: readonly OutlineEntry[]): readonly number[] {
  const times = knownTimes.get(entries) ?? [];
  knownTimes.set(entries, times);
  for (let index = times.length; index < entries.length; index += 1)
    times.push(Math.max(times.at(-1) ?? 0, entries[index]?.t ?? 0));
  return times;
}

function lastAtOrBefore(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
