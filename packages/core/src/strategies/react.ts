import type { RunState } from "../loop/run-state.ts";
import type { Strategy, StrategyAction } from "../loop/strategy.ts";
import { contentFilterFailure } from "./content-filter-failure.ts";
import { dueAction, endWith, repeatedItself, stopFailure } from "./continue-run.ts";
import { dueLesson } from "./plan/due-lesson.ts";
import { learnFrom } from "./plan/learn.ts";

/** The ReAct loop: think, call tools, read results, until the model answers without calls (Yao et al. 2022). */
export const react: Strategy & { next(state: Readonly<RunState>): StrategyAction } = { name: "react", next };

function next(state: Readonly<RunState>): StrategyAction {
  const due = dueAction(state);
  if (due !== null) return due;
  const stopped = stopFailure(state);
  if (stopped !== null) return endWith(state, stopped);
  const failure = dueLesson(state);
  if (failure !== null) return learnFrom(failure);
  const last = state.lastAssistant;
  if (last === null || last.toolCalls.length > 0 || repeatedItself(state))
    return { kind: "call_model", purpose: "step", withTools: true };
  if (last.finishReason === "content_filter")
    return { kind: "finish", status: "failed", failure: contentFilterFailure };
  return { kind: "finish", status: "completed", failure: null };
}
