import type { TraceProjection, WaitingFor } from "./trace.ts";

type WaitingRun = Pick<TraceProjection, "status" | "waitingFor">;

/** Reasons other than a wait for runs. Those that a person can end come first, because they say for whom the tree waits. */
const REASONS: readonly Exclude<WaitingFor, "children">[] = [
  ...(["approval", "question", "budget", "pause", "folder", "worker"] as const),
];

/** Returns what a tree of runs ultimately waits for; null when none of `runs` waits for anything but other runs. */
export function ultimateWait(runs: readonly WaitingRun[]): Exclude<WaitingFor, "children"> | null {
  const reasons = new Set(runs.filter(({ status }) => status === "waiting").map((run) => run.waitingFor));
  return REASONS.find((reason) => reasons.has(reason)) ?? null;
}
