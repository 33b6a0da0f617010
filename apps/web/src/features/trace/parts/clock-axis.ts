import type { Pause, TimeScale } from "@goaltrace/core/graph";

/** Natural tick intervals, in milliseconds. */
const STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000, 86_400_000,
];
const DAY_MS = 86_400_000;
const TICK_DISTANCE = 84;
/** The space of a clock time, which is right of its line. */
const TICK_LABEL = 52;
/** The space around the label of a pause. */
const PAUSE_LABEL = 72;
/** A narrower pause that is not folded has no label. */
const MIN_BAND = 8;

export type Tick = { readonly at: number; readonly x: number };
export type PauseLabel = { readonly pause: Pause; readonly x: number };
export type Axis = {
  readonly stepMs: number;
  readonly ticks: readonly Tick[];
  /** The pauses whose length is written above them. */
  readonly pauses: readonly PauseLabel[];
};

export type AxisOptions = {
  readonly scale: TimeScale;
  readonly pauses: readonly Pause[];
  /** The visible part, in pixels of the scale. */
  readonly from: number;
  readonly to: number;
  /** Places that no label may cover, in pixels of the scale. */
  readonly taken?: readonly { readonly from: number; readonly to: number }[];
};

/** Returns the labels of a time axis: clock times at round steps, and the lengths of pauses where a clock time would be meaningless. */
export function clockAxis({ scale, pauses, from, to, taken = [] }: AxisOptions): Axis {
  const occupied = [...taken];
  const labels: PauseLabel[] = [];
  // Where labels would touch, the longer pause has one.
  for (const pause of pauses.toSorted((left, right) => right.to - right.from - (left.to - left.from))) {
    const [start, end] = [scale.x(pause.from), scale.x(pause.to)];
    const middle = (start + end) / 2;
    const isFolded = pause.to - pause.from > (end - start) * scale.step * 1.01;
    if ((!isFolded && end - start < MIN_BAND) || middle < from || middle > to) continue;
    // The label of a pause that still lasts is left of the present.
    const isCovered = taken.some((other) => isTouching({ from: middle, to: middle + 1 }, other));
    const x = Math.max(from + PAUSE_LABEL / 3, isCovered ? start - PAUSE_LABEL / 2 : middle);
    const box = { from: x - PAUSE_LABEL / 2 + 1, to: x + PAUSE_LABEL / 2 - 1 };
    if (occupied.some((other) => isTouching(box, other))) continue;
    labels.push({ pause, x });
    occupied.push(box);
  }
  const stepMs = STEPS_MS.find((step) => step >= TICK_DISTANCE * scale.step) ?? daysAtLeast(scale.step);
  const ticks: Tick[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (let x = from; x < to;) {
    const at = Math.ceil(scale.time(x) / stepMs) * stepMs;
    const place = scale.x(at);
    if (place > to) break;
    const box = { from: place, to: place + TICK_LABEL };
    if (place - before >= TICK_DISTANCE - 1 && !occupied.some((other) => isTouching(box, other))) {
      ticks.push({ at, x: place });
      before = place;
    }
    x = Math.max(place, x) + 1;
  }
  return { stepMs, ticks, pauses: labels };
}

type Box = { readonly from: number; readonly to: number };

function isTouching(left: Box, right: Box): boolean {
  return left.from < right.to && right.from < left.to;
}

function daysAtLeast(step: number): number {
  return Math.ceil((TICK_DISTANCE * step) / DAY_MS) * DAY_MS;
}
