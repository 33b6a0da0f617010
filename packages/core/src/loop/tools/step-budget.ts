import { resultRoom } from "../../compaction/result-room.ts";
import { windowBudget, type WindowBudget } from "../../compaction/window-budget.ts";
import type { ResultRoom } from "../../ports/tool.ts";
import { thresholdsFor } from "../context/thresholds.ts";
import type { RunContext } from "../run-context.ts";

/** The context window of the run's smallest model, and its thresholds by our token count. Every model of the run must fit the results of a step. */
export function stepBudget({ models, history, trace }: RunContext): {
  readonly window: number;
  readonly budget: WindowBudget;
} {
  const window = Math.min(...models.clients.map((client) => client.profile.contextWindow));
  const smallest = models.clients.find((client) => client.profile.contextWindow === window);
  const scaled = Math.floor(window / history.view.scale);
  return { window, budget: windowBudget(scaled, thresholdsFor(trace, smallest)) };
}

/** Returns the room for each result of the current step. */
export function stepRoom(context: RunContext): ResultRoom {
  const { view } = context.history;
  const { budget } = stepBudget(context);
  const calls = context.state.lastAssistant?.toolCalls.length ?? 1;
  return {
    tokens: resultRoom(view, budget, { fixedTokens: view.fixedTokens, calls }),
    count: (text) => context.ports.tokenizer.count(text),
  };
}
