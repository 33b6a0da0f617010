import { firstError } from "@goaltrace/core/graph";
import type { Graph } from "@goaltrace/core/graph";
import type { Trace, TraceStatus } from "@goaltrace/core/log";
import type { RunState } from "../../../ui/goal-status.ts";

/** Returns the data on which the displayed statuses of a run's goals depend. O(goals) for a run that has ended. */
export function runState(status: TraceStatus, graph: Graph): RunState {
  const firstWrongId = status === "failed" ? (firstError(graph)?.goalId ?? null) : null;
  const hasErrors =
    status === "completed" && [...graph.edges.values()].some(({ totals }) => totals.errors > 0);
  return { status, focusId: graph.focusId, rootId: graph.rootId, firstWrongId, hasErrors };
}

/** Returns when a run began, in epoch milliseconds; before that, when its task was written. */
export function startOf({ startedAt, createdAt }: Pick<Trace, "startedAt" | "createdAt">): number {
  return startedAt ?? createdAt;
}
