import type { Failure } from "../errors.ts";
import { budgetFailure } from "../ports/budget-texts.ts";
import type { RunState } from "../loop/run-state.ts";
import type { StrategyAction } from "../loop/strategy.ts";

/** Returns the action that is due whatever a strategy wants: open calls run, and a canceled or failed run ends. Null if there is none. */
export function dueAction(state: Readonly<RunState>): StrategyAction | null {
  if (state.openCalls.size > 0) return { kind: "run_tools" };
  if (state.canceled !== null) return { kind: "finish", status: "cancelled", failure: null };
  return state.failedCall === null
    ? null
    : { kind: "finish", status: "failed", failure: state.failedCall.failure };
}

/** Returns the last call of a run that must end, which sums up, or its end after that call. */
export function endWith(state: Readonly<RunState>, failure: Failure): StrategyAction {
  return state.finalRequested
    ? { kind: "finish", status: "failed", failure }
    : { kind: "call_model", purpose: "final", withTools: false };
}

/** True if the last answer was cut off for repetition. It does not end the run: the model gets a note and another try. */
export function repeatedItself(state: Readonly<RunState>): boolean {
  const detection = state.guard.detections.at(-1);
  return (
    detection?.detector === "stream_repetition" &&
    state.lastAssistant !== null &&
    detection.sequences.includes(state.lastAssistant.sequence)
  );
}

/** Returns the reason why the run must end although its work is not finished: a doom loop, a budget or a limit; null if there is none. */
export function stopFailure(state: Readonly<RunState>): Failure | null {
  if (state.stopped) {
    const loop = state.guard.detections.at(-1);
    return {
      code: "DOOM_LOOP",
      message: `Stopped: the run repeated itself ${loop?.count ?? 0} times. ${loop?.evidence ?? ""}`.trim(),
      fix: "Check the repeated calls in the trace, then send a message with a new direction (in code: a task with `previous`) or change the instructions.",
    };
  }
  if (state.budget.reached !== null) return budgetFailure(state.budget.reached);
  if (state.limit === null) return null;
  const { limit, used, allowed } = state.limit;
  const unit = limit === "steps" ? "steps" : limit === "tokens" ? "tokens" : "ms";
  return {
    code: "LIMIT_REACHED",
    message: `Stopped at the limit of ${allowed} ${unit} (${used} used).`,
    fix: "Send a message to continue from here (in code: a task with `previous`), or raise the agent's limit (`limits`).",
  };
}
