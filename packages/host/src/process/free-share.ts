import { performance } from "node:perf_hooks";
import type { Clock } from "@goaltrace/core/ports";

/** Interval between measurements of load, in milliseconds. */
const LOOK_EVERY_MS = 500;
/** Above this share of its time a process answers others noticeably later. */
const TOO_BUSY = 0.85;
/** Below this share of its time there is room for more. */
const HAS_ROOM = 0.7;
const LESS = 0.7;
const MORE = 1.15;
/** Between the two, so that a share that fell during a peak does not stay low. */
const SLIGHTLY_MORE = 1.03;
/** The least share: of the rate of streams, more than ten people need who each watch a model write. */
const LEAST = 1 / 16;

/**
 * Returns a function for the share of the full rate that work may use now which can wait, from 1/16 to 1. It falls while the process is busy for
 * most of its time, so that everything else is done soon, and rises again slowly. `busyShare` returns the busy share of the time since it was last called.
 */
export function createFreeShare(
  { monotonic }: Pick<Clock, "monotonic">,
  busyShare: () => number = eventLoopShare(),
): () => number {
  let share = 1;
  let lookedAt = monotonic();
  return () => {
    const at = monotonic();
    const looks = (at - lookedAt) / LOOK_EVERY_MS;
    if (looks < 1) return share;
    lookedAt = at;
    const busy = busyShare();
    if (busy > TOO_BUSY) share = Math.max(LEAST, share * LESS);
    // For all of the time since the last look, as nobody may have asked for hours.
    else share = Math.min(1, share * (busy < HAS_ROOM ? MORE : SLIGHTLY_MORE) ** looks);
    return share;
  };
}

function eventLoopShare(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
