import type { FailedToolCall } from "../../loop/plan/plan-state.ts";
import type { RunState } from "../../loop/run-state.ts";
import { MAX_STEP_LESSONS } from "../tunables.ts";

/**
 * Returns the failed call from which a run without steps learns next; null if there is none. Where the call itself was wrong, the lesson costs
 * nothing and is drawn at once. Any other error is in the next request anyway, so a model is asked for a lesson only when a tool fails again in
 * the same goal: reading the error was not enough. At most three such lessons per goal.
 */
export function dueLesson({ planning, finalRequested }: Readonly<RunState>): FailedToolCall | null {
  if (finalRequested) return null;
  const { failures, lessons } = planning;
  const due = failures.find((failure, index) => {
    if (failure.isRule) return true;
    const drawn = lessons.filter(({ goalId }) => goalId === failure.goalId).length;
    return (
      drawn < MAX_STEP_LESSONS && failures.slice(0, index).some((earlier) => isSameTool(earlier, failure))
    );
  });
  return due ?? null;
}

function isSameTool(left: FailedToolCall, right: FailedToolCall): boolean {
  return left.toolName === right.toolName && left.goalId === right.goalId;
}
