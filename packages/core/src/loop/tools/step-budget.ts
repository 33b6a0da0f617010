import { resultRoom } from "../../compaction/result-room.ts";
import { windowBudget, type WindowBudget } from "../../compaction/window-budget.ts";
import type { ResultRoom } from "../../ports/tool.ts";
import { thresholdsFor } from "../context/thresholds.ts";
import { contextWindow } from "../model/learn-window.ts";
import type { RunContext } from "../run-context.ts";

/** The context window of the run's smallest model, and its thresholds by our token count. Every model of the run must fit the results of a step. */
export function stepBudget({ models, history, trace, state }: RunContext): WindowBudget {
  const window = Math.min(...models.clients.map((client) => contextWindow(state, client)));
  const smallest = models.clients.find((client) => contextWindow(state, client) === window);
  const scaled = Math.floor(window / history.view.scale);
  return windowBudget(scaled, thresholdsFor(trace, smallest));
}

/** Returns the room for each result of the current step. */
export function stepRoom(context: RunContext): ResultRoom {
  const { view } = context.history;
  const calls = context.state.lastAssistant?.toolCalls.length ?? 1;
  return {
    tokens: resultRoom(view, stepBudget(context), { fixedTokens: view.fixedTokens, calls }),
    count: (text) => context.ports.tokenizer.count(text),
  };
}
