import type { Clock } from "../ports/clock.ts";

/**
 * Returns the time since `startedAt`, a stamp that may come from another process, in milliseconds. The wall clock is read once, so its
 * steps during this execution have no effect.
 */
export type RunAge = (startedAt: number) => number;

/** Starts measuring at the beginning of an execution. */
export function createRunAge(clock: Clock): RunAge {
  const [begunAt, begun] = [clock.now(), clock.monotonic()];
  return (startedAt) => begunAt - startedAt + clock.monotonic() - begun;
}
