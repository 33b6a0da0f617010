import type { OutlineEntry } from "@goaltrace/core/log";

/**
 * The bookkeeping of the runtime: starts, which belong to their results, changes of the run's status, and the state of the plan.
 * Everything with a price, a duration or an effect is never one of them.
 */
const RUNTIME: ReadonlySet<OutlineEntry["k"]> = new Set([
  ...(["started", "calling", "status", "other", "begin", "goals"] as const),
]);

/** Whether an entry is bookkeeping of the runtime, which Transcript and Table hide unless asked. Hidden entries have no effect on any total. */
export function isRuntimeEntry(entry: OutlineEntry): boolean {
  return RUNTIME.has(entry.k);
}
