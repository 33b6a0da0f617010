import type { Pause } from "@goaltrace/core/graph";
import { LEAST_WAIT_MS } from "../../../lib/least-wait.ts";

/** The reason for which a run waits; `queue`: its model call waits to be sent. */
export type WaitReason = Pause["reason"] | "queue";

/** How long a run waited for one thing, in milliseconds. */
export type WaitSum = { readonly reason: WaitReason; readonly ms: number };

/** Returns how long a run waited for each thing, longest first. `queuedMs`: how long its model calls waited to be sent. */
export function waitSums(waits: readonly Pause[], queuedMs: number): readonly WaitSum[] {
  const sums = new Map<WaitReason, number>([["queue", queuedMs]]);
  for (const { reason, from, to } of waits) sums.set(reason, (sums.get(reason) ?? 0) + to - from);
  return [...sums]
    .map(([reason, ms]) => ({ reason, ms }))
    .filter(({ ms }) => ms > 0)
    .sort((left, right) => right.ms - left.ms);
}

/** The reason for which a run mostly waited: `isOnly` when the others are negligible, `isMost` when it is more than half of all. */
export type MainWait = {
  readonly reason: WaitReason;
  readonly isOnly: boolean;
  readonly isMost: boolean;
};

/** Returns the main one of several waits, as `waitSums` adds them up; null without any. */
export function mainWait(waits: readonly Pause[], queuedMs: number): MainWait | null {
  const [longest, ...others] = waitSums(waits, queuedMs);
  if (longest === undefined) return null;
  const rest = others.reduce((sum, { ms }) => sum + ms, 0);
  return { reason: longest.reason, isOnly: rest < LEAST_WAIT_MS, isMost: longest.ms > rest };
}
