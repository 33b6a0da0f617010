import type { Failure } from "../errors.ts";
import type { RunState } from "../loop/run-state.ts";
import type { Strategy, StrategyAction } from "../loop/strategy.ts";
import { contentFilterFailure } from "./content-filter-failure.ts";

/** Makes one model call without tools and ends the run with its answer. For traces with `mode: "call"`. */
export const singleCall: Strategy = { name: "single_call", next };

function next(state: Readonly<RunState>): StrategyAction {
  if (state.canceled !== null) return { kind: "finish", status: "cancelled", failure: null };
  if (state.failedCall !== null)
    return { kind: "finish", status: "failed", failure: state.failedCall.failure };
  const answer = state.lastAssistant;
  if (answer === null) return { kind: "call_model", purpose: "step", withTools: false };
  const failure = answerFailure(state);
  return { kind: "finish", status: failure === null ? "completed" : "failed", failure };
}

function answerFailure({ lastAssistant, guard }: Readonly<RunState>): Failure | null {
  if (lastAssistant === null) return null;
  if (lastAssistant.finishReason === "content_filter") return contentFilterFailure;
  if (guard.detections.some((detection) => detection.detector === "stream_repetition")) return REPEATED;
  return lastAssistant.text.trim() === "" ? NO_TEXT : null;
}

const REPEATED: Failure = {
  code: "DOOM_LOOP",
  message: "The answer repeated itself and was cut off.",
  fix: "Rephrase the task, or choose another model.",
};

const NO_TEXT: Failure = {
  code: "MODEL_EMPTY_ANSWER",
  message: "The model answered with tool calls only, but this run has no tools.",
  fix: "Ask for an answer in text, or start the run as an agent.",
};
