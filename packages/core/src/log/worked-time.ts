import { isTerminal, type TraceStatus } from "./trace.ts";

/** The times of a run as its row has them. Moments are milliseconds since the epoch. */
export type RunTimes = {
  readonly status: TraceStatus;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** From its start to its newest entry, in milliseconds. */
  readonly durationMs: number;
  /** The part of it in which nothing of the run could run, in milliseconds. */
  readonly waitedMs: number;
};

/**
 * Returns how long a run has worked at `now`, without its waits, in milliseconds: 0 until it has started, and the same during a wait as when the wait
 * began. So its final time continues the live one. Time at an endpoint's queue, and after the death of a process, is known to be waiting only
 * when it is over.
 */
export function workedMs(
  { status, createdAt, startedAt, endedAt, durationMs, waitedMs }: RunTimes,
  now: number,
): number {
  if (endedAt !== null || isTerminal(status))
    return Math.max(0, (endedAt ?? createdAt) - (startedAt ?? createdAt) - waitedMs);
  if (startedAt === null) return 0;
  const soFar = status === "running" ? Math.max(durationMs, now - startedAt) : durationMs;
  return Math.max(0, soFar - waitedMs);
}
