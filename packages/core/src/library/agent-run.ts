import { type Failure, GoaltraceError } from "../errors.ts";
import type { GoalTree } from "../goals/goal.ts";
import type { Entry } from "../log/entry.ts";
import type { TraceStatus, TraceTotals } from "../log/trace.ts";
import type { Update } from "../log/update.ts";
import { createReplay } from "./replay.ts";

/** A run after its end. */
export type RunResult = {
  /** The id of the run's trace. */
  readonly id: string;
  /** `completed`, `failed`, `cancelled` or `interrupted`; `waiting` when its strategy waits for a signal, which cannot be sent to a run in this process. */
  readonly status: TraceStatus;
  /** The last text that the model wrote, even if the run failed; empty if it wrote none. */
  readonly answer: string;
  /** Why the run did not complete; null when it did or was canceled. */
  readonly failure: Failure | null;
  /** The whole log in order, including the logs of the runs it continues. */
  readonly entries: readonly Entry[];
  /** The plan at the end. `formatGoals` prints it. */
  readonly goals: GoalTree;
  /** Tokens, cost, calls and duration of this run alone. */
  readonly totals: TraceTotals;
};

/**
 * A started run. Iterating it yields log entries and streamed text as they occur. Each loop begins with the first update; leaving a loop does
 * not stop the run. The updates are kept in memory as long as the run is referenced.
 */
export type AgentRun = AsyncIterable<Update> & {
  /**
   * Resolves to the last text of the model. If the run does not complete, rejects with a GoaltraceError: the failure of the run, or
   * CANCELLED.
   */
  readonly answer: Promise<string>;
  /** Resolves at the end of the run, however it ended. Rejects only for a defect. */
  readonly result: Promise<RunResult>;
};

/** Starts `execute`. Returns the run for the caller, and the promise of `execute`. */
export function startAgentRun<Ended extends { readonly result: RunResult }>(
  execute: (emit: (update: Update) => void) => Promise<Ended>,
): { readonly run: AgentRun; readonly ended: Promise<Ended> } {
  const updates = createReplay<Update>();
  const ended = execute(updates.push);
  const result = ended.then((outcome) => outcome.result);
  result.then(updates.close, updates.fail);
  const run: AgentRun = {
    result,
    // Created only when read, because an answer that no caller awaits must not cause an unhandled rejection.
    get answer() {
      return result.then(readAnswer);
    },
    [Symbol.asyncIterator]: updates.read,
  };
  return { run, ended };
}

function readAnswer({ status, answer, failure }: RunResult): string {
  if (status === "completed") return answer;
  throw new GoaltraceError(failure ?? (status === "cancelled" ? CANCELED : WAITING));
}

const CANCELED: Failure = {
  code: "CANCELLED",
  message: "The run was canceled.",
  fix: "Run the task again, or continue it with `previous`.",
};

const WAITING: Failure = {
  code: "CONFIGURATION_INVALID",
  message: "The run waits for a signal, which a run in this process cannot receive.",
  fix: "Let the strategy return a wait with `wakeAt`, or run the task on a worker.",
};
