import type { Goal } from "@goaltrace/core/goals";
import { isTerminal } from "@goaltrace/core/log";
import type { TraceStatus } from "@goaltrace/core/log";
import type { StatusName } from "./status.ts";

/** The state of a run that affects the displayed status of its goals. */
export type RunState = {
  readonly status: TraceStatus;
  readonly focusId: string;
  readonly rootId: string;
  /** The goal in which a failed run first went wrong. @default null */
  readonly firstWrongId?: string | null;
  /** Whether calls of the run failed. @default false */
  readonly hasErrors?: boolean;
};

/** Returns the displayed status of a run: one that completed although calls of it failed is completed with problems. */
export function runStatus(status: TraceStatus, errors: number): StatusName {
  return status === "completed" && errors > 0 ? "problems" : status;
}

/** Returns the displayed status of a sub-agent: a branch without a result was given up, because the others are merged without it. */
export function agentRunStatus({
  status,
  errors,
  isBranch,
}: {
  readonly status: TraceStatus;
  readonly errors: number;
  readonly isBranch: boolean;
}): StatusName {
  const isGivenUp = isBranch && isTerminal(status) && status !== "completed";
  return isGivenUp ? "abandoned" : runStatus(status, errors);
}

/**
 * Returns the displayed status of a goal. A goal that was open when its run ended shows the outcome of the run. A completed goal in which a
 * failed run first went wrong is completed with problems, as is the task of a run that completed although calls failed.
 */
export function goalStatus(goal: Goal, run: RunState): StatusName {
  switch (goal.status) {
    case "pending":
      return "pending";
    case "completed":
      return goal.id === run.firstWrongId || isTaskWithErrors(goal, run) ? "problems" : "completed";
    case "failed":
    case "abandoned":
      return goal.status;
    case "in_progress":
      return openStatus(goal, run);
  }
}

function isTaskWithErrors({ id }: Goal, { rootId, status, hasErrors = false }: RunState): boolean {
  return id === rootId && status === "completed" && hasErrors;
}

function openStatus(goal: Goal, run: RunState): StatusName {
  // While a run waits, none of its open goals proceeds.
  if (!isTerminal(run.status)) return run.status === "waiting" ? "waiting" : "running";
  // A completed run completes only the root goal; a subgoal that was never closed stays open.
  if (run.status === "completed" && goal.id !== run.rootId) return "pending";
  return isTaskWithErrors(goal, run) ? "problems" : run.status;
}
