import type { Failure } from "../errors.ts";
import type { Stall } from "../ports/stall-watch.ts";
import { HARMFUL_STALL_MS, MAX_RUN_INCIDENTS, MAX_RUNS_WITH_INCIDENTS } from "../tunables.ts";

/** The harm that runs did to this worker: stalls of its event loop, and executions that failed outside the run's log. */
export type RunIncidents = {
  noteStall(stall: Stall): void;
  noteFailure(traceId: string, failure: { readonly at: number; readonly error: string }): void;
  /** Returns the failure with which the run must be set aside, naming what was observed; null while it may continue. */
  verdict(traceId: string): Failure | null;
};

type Incident = { readonly at: number; readonly observed: string };

/**
 * Creates the record of one worker. Only stalls long enough to endanger leases count. It covers the runs that did harm last, so memory stays
 * bounded.
 */
export function createRunIncidents(): RunIncidents {
  const byRun = new Map<string, readonly Incident[]>();

  function add(traceId: string, incident: Incident): void {
    const incidents = [...(byRun.get(traceId) ?? []), incident];
    byRun.delete(traceId);
    byRun.set(traceId, incidents);
    const [oldest] = byRun.keys();
    if (byRun.size > MAX_RUNS_WITH_INCIDENTS && oldest !== undefined) byRun.delete(oldest);
  }

  return {
    noteStall({ traceId, startedAt, durationMs, stack }) {
      if (traceId === null || durationMs < HARMFUL_STALL_MS) return;
      const place = stack[0] === undefined ? "" : ` in ${stack[0]}`;
      add(traceId, {
        at: startedAt,
        observed: `stalled the worker for ${(durationMs / 1_000).toFixed(1)} s${place}`,
      });
    },
    noteFailure(traceId, { at, error }) {
      add(traceId, { at, observed: `could not be executed: ${error}` });
    },
    verdict(traceId) {
      const incidents = byRun.get(traceId) ?? [];
      if (incidents.length < MAX_RUN_INCIDENTS) return null;
      const evidence = incidents.map(({ at, observed }) => `${new Date(at).toISOString()} ${observed}`);
      return {
        code: "CRASH_LOOP",
        message: `The run was set aside because it harmed its worker ${incidents.length} times: ${evidence.join("; ")}.`,
        fix: "Find the cause in the last entries of the trace and in the worker's log, then send a message to continue.",
      };
    },
  };
}
