import type { Stretch } from "./timed-call.ts";

/** A pause takes its true width up to this many pixels. */
const FOLDED_PAUSE = 28;
const NARROW_PAUSE = 20;
/** With more pauses each is folded further. */
const MANY_PAUSES = 6;
const FOLDED_MANY = 16;
/** All folded pauses together take at most this share of the width. */
const PAUSES_SHARE = 1 / 3;
/** Narrower plots are those of a phone. */
const NARROW_PLOT = 480;
/** Scales of a growing run follow each other in these steps. */
const LADDER = [1, 2, 5] as const;
/** A growing run takes the next step of the ladder when its tip reaches this share of the width. */
const LADDER_SHARE = 0.92;

/** A mapping of time to pixels: real time, with pauses folded. Monotone, and linear between the ends of pauses. */
export type TimeScale = {
  readonly from: number;
  /** Milliseconds per pixel outside of folded pauses. */
  readonly step: number;
  readonly x: (time: number) => number;
  /** Inverse of `x`. */
  readonly time: (x: number) => number;
};

export type ScaleOptions = {
  readonly from: number;
  /** In order, without overlap. */
  readonly pauses: readonly Stretch[];
  /** Milliseconds per pixel. */
  readonly step: number;
  /** The most pixels that a pause takes. */
  readonly fold: number;
};

/** Returns the most pixels that each of this many pauses takes in a plot of this width. */
export function foldOf(pauses: number, width: number): number {
  if (pauses > MANY_PAUSES) return Math.min(FOLDED_MANY, (width * PAUSES_SHARE) / pauses);
  return width < NARROW_PLOT ? NARROW_PAUSE : FOLDED_PAUSE;
}

/** Returns the scale that starts at `from` with this step. */
export function timeScale({ from, pauses, step, fold }: ScaleOptions): TimeScale {
  const times = [from];
  const places = [0];
  const append = (time: number, width: number): void => {
    times.push(time);
    places.push((places.at(-1) ?? 0) + width);
  };
  for (const pause of pauses) {
    const start = Math.max(from, pause.from);
    if (pause.to - start <= fold * step) continue;
    append(start, (start - (times.at(-1) ?? from)) / step);
    append(pause.to, fold);
  }
  return {
    from,
    step,
    x: (time) => interpolate(times, places, { value: time, beyond: 1 / step }),
    time: (x) => interpolate(places, times, { value: x, beyond: step }),
  };
}

/** Maps a value between two increasing lists; outside of them it moves on by `beyond`. */
function interpolate(
  from: readonly number[],
  to: readonly number[],
  { value, beyond }: { readonly value: number; readonly beyond: number },
): number {
  let [low, high] = [0, from.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((from[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  const [at, next] = [Math.max(0, low - 1), Math.max(1, low)];
  const [start, place] = [from[at] ?? 0, to[at] ?? 0];
  const [end, until] = [from[next], to[next]];
  if (end === undefined || until === undefined || value < start) return place + (value - start) * beyond;
  return place + ((value - start) * (until - place)) / (end - start || 1);
}

export type FitOptions = Omit<ScaleOptions, "step"> & { readonly to: number; readonly width: number };

/** Returns the step at which a stretch of time fits a width exactly. */
export function fittingStep({ from, to, pauses, fold, width }: FitOptions): number {
  const lengths = pauses
    .map((pause) => Math.min(pause.to, to) - Math.max(pause.from, from))
    .filter((length) => length > 0)
    .sort((left, right) => right - left);
  let [time, room] = [Math.max(1, to - from), Math.max(1, width)];
  // The longest pauses fold first; a pause folds when it would be wider than folded.
  for (const length of lengths) {
    if ((length * room) / time <= fold) break;
    time -= length;
    room -= fold;
  }
  return Math.max(time, 1e-3) / room;
}

/** Returns the step of a growing run: the first of the ladder 1, 2, 5 at which the tip is left of the last part of the width. */
export function ladderStep(options: FitOptions): number {
  return nextStep(options, options.width * LADDER_SHARE, (exponent) =>
    LADDER.map((part) => part * 10 ** exponent),
  );
}

/** Returns the step of a growing run in the scrubber, which halves its scale whenever it is full. */
export function halvingStep(options: FitOptions): number {
  return nextStep(options, options.width, (exponent) =>
    [0, 1, 2, 3].map((part) => 2 ** (exponent * 4 + part)),
  );
}

const FIRST_EXPONENT = 0;
const LAST_EXPONENT = 9;

function nextStep(
  { from, to, pauses, fold }: FitOptions,
  width: number,
  steps: (exponent: number) => readonly number[],
): number {
  for (let exponent = FIRST_EXPONENT; exponent <= LAST_EXPONENT; exponent += 1)
    for (const step of steps(exponent))
      if (timeScale({ from, pauses, step, fold }).x(to) <= width) return step;
  return fittingStep({ from, to, pauses, fold, width });
}
