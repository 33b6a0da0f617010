import type { Goal } from "@goaltrace/core/goals";
import { isTerminal } from "@goaltrace/core/log";
import type { TraceStatus } from "@goaltrace/core/log";
import type { StatusName } from "./status.ts";

/** How the run of a goal stands, as far as the goal's own status depends on it. */
export type RunStanding = { readonly status: TraceStatus; readonly focusId: string; readonly rootId: string };

/** The status shown for a goal. A goal still open when its run ended shows how the run ended, not that it works on. */
export function goalStatus(goal: Goal, run: RunStanding): StatusName {
  switch (goal.status) {
    case "pending":
      return "pending";
    case "completed":
    case "failed":
    case "abandoned":
      return goal.status;
    case "in_progress":
      return openStatus(goal, run);
  }
}

function openStatus(goal: Goal, run: RunStanding): StatusName {
  if (!isTerminal(run.status))
    return run.status === "waiting" && goal.id === run.focusId ? "waiting" : "running";
  // Only the task itself is done with its run; a sub-goal that was never closed is left open.
  return run.status === "completed" && goal.id !== run.rootId ? "pending" : run.status;
}
