import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "@goaltrace/core/ports";

/** Pauses of work that takes seconds of the event loop, such as an import. Begin each with `start`. */
export type LongWork = () => () => Promise<void>;

/** Work goes on for this long before it lets others have a turn, in milliseconds: they hardly notice it. */
const SLICE_MS = 10;
/** While the process is busy, a slice is followed by at most this many times its duration of rest. */
const MAX_REST_FACTOR = 3;
/** The longest rest of one work altogether: its request has to end before its connection is taken for abandoned. */
const MAX_REST_MS = 30_000;
/** The most that counts as work between two calls, in milliseconds: more is time in which the work waited, such as for the database. */
const MAX_WORKED_MS = 1_000;

/**
 * Creates the pauses of a process. The returned function begins a work, and gives the function to call between its pieces: it lets the event loop
 * have a turn after each slice, and rests while the process is busy, the longer the smaller `freeShare` is. `elapsed` is a clock in milliseconds
 * with fractions. Begin a work once it no longer waits for others.
 */
export function createLongWork(
  { sleep }: Pick<Clock, "sleep">,
  freeShare: () => number,
  elapsed: () => number = () => performance.now(),
): LongWork {
  return () => {
    let resumedAt = elapsed();
    let restedMs = 0;
    return async () => {
      const workedMs = Math.min(elapsed() - resumedAt, MAX_WORKED_MS);
      if (workedMs < SLICE_MS) return;
      const factor = Math.min(MAX_REST_FACTOR, 1 / freeShare() - 1);
      const restMs = Math.min(workedMs * factor, MAX_REST_MS - restedMs);
      if (restMs >= 1) await sleep(restMs);
      else await nextTurn();
      restedMs += Math.max(0, restMs);
      resumedAt = elapsed();
    };
  };
}
