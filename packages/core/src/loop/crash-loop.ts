import type { Failure } from "../errors.ts";
import type { ResumeCause } from "../log/events/trace-events.ts";
import { MAX_LOSSES_WITHOUT_PROGRESS, MAX_RESUMES_WITHOUT_PROGRESS } from "../tunables.ts";

/** How many times as many crashes are granted while sub-agents work: their progress is not in the log of the run that waits for them. */
const PATIENCE_WITH_CHILDREN = 4;

/** One interruption that counts as a crash: the worker died, or did not renew the lease although it was alive. */
export type Crash = { readonly at: number; readonly cause: "lost" | "died" };

/** Returns true if an interruption with this cause counts as a crash. An orderly stop and a released run do not. */
export function isCrash(cause: ResumeCause): cause is Crash["cause"] {
  return cause === "died" || cause === "lost";
}

/**
 * Returns the failure of a run whose crashes so far, the current one included, show that resuming does not help; null while it may be resumed.
 * Lost leases need more repetitions than deaths: a stall strikes all runs of a worker, and most of them are not its cause. A run that waits for
 * sub-agents, which count their own crashes, is granted `PATIENCE_WITH_CHILDREN` times as many. Default: it waits for none.
 */
export function crashLoop(crashes: readonly Crash[], hasChildren = false): Failure | null {
  const deaths = crashes.filter(({ cause }) => cause === "died").length;
  const losses = crashes.length - deaths;
  const patience = hasChildren ? PATIENCE_WITH_CHILDREN : 1;
  const isOver =
    deaths > MAX_RESUMES_WITHOUT_PROGRESS * patience ||
    crashes.length > MAX_LOSSES_WITHOUT_PROGRESS * patience;
  if (!isOver) return null;
  const dates = crashes.map(({ at }) => new Date(at).toISOString()).join(", ");
  return {
    code: "CRASH_LOOP",
    message: `The run was set aside. At this point, without progress, workers died ${deaths} times and stopped responding ${losses} times; it was resumed at ${dates}.`,
    fix: "Find the cause in the last entries of the trace and in the worker's log, then send a message to continue.",
  };
}
