import { firstError } from "@goaltrace/core/graph";
import type { Graph } from "@goaltrace/core/graph";
import type { TraceStatus } from "@goaltrace/core/log";
import type { RunState } from "../../../ui/goal-status.ts";

/** Returns what the displayed statuses of the goals of a run depend on. O(goals) for a failed run. */
export function runState(status: TraceStatus, graph: Graph): RunState {
  const firstWrongId = status === "failed" ? (firstError(graph)?.goalId ?? null) : null;
  return { status, focusId: graph.focusId, rootId: graph.rootId, firstWrongId };
}
