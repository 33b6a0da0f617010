import type { Failure } from "../errors.ts";
import { budgetFailure } from "../ports/budget-texts.ts";
import type { RunState } from "../loop/run-state.ts";
import type { Strategy, StrategyAction } from "../loop/strategy.ts";
import { contentFilterFailure } from "./content-filter-failure.ts";

/** The ReAct loop: think, call tools, read results, until the model answers without calls (Yao et al. 2022). */
export const react: Strategy = { name: "react", next };

function next(state: Readonly<RunState>): StrategyAction {
  if (state.openCalls.size > 0) return { kind: "run_tools" };
  if (state.canceled !== null) return { kind: "finish", status: "cancelled", failure: null };
  if (state.failedCall !== null)
    return { kind: "finish", status: "failed", failure: state.failedCall.failure };
  const stopped = stopFailure(state);
  if (stopped !== null) {
    return state.finalRequested
      ? { kind: "finish", status: "failed", failure: stopped }
      : { kind: "call_model", purpose: "final", withTools: false };
  }
  const last = state.lastAssistant;
  if (last === null || last.toolCalls.length > 0 || repeatedItself(state))
    return { kind: "call_model", purpose: "step", withTools: true };
  if (last.finishReason === "content_filter")
    return { kind: "finish", status: "failed", failure: contentFilterFailure };
  return { kind: "finish", status: "completed", failure: null };
}

/** True if the last answer was cut off for repetition. It does not end the run: the model gets a note and another try. */
function repeatedItself(state: Readonly<RunState>): boolean {
  const detection = state.guard.detections.at(-1);
  return (
    detection?.detector === "stream_repetition" &&
    state.lastAssistant !== null &&
    detection.sequences.includes(state.lastAssistant.sequence)
  );
}

/** The reason why the run must end although the model has not finished; null if there is none. */
function stopFailure(state: Readonly<RunState>): Failure | null {
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
