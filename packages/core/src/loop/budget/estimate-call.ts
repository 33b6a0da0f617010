import type { ModelClient } from "../../ports/model-client.ts";
import type { CallEstimate } from "../../ports/budget-store.ts";
import { ANSWER_RESERVE_TOKENS } from "../../tunables.ts";
import { callCost } from "../model/call-cost.ts";
import type { RunContext } from "../run-context.ts";

/** Estimates the next call of the loop: the request as it is now, with an answer as long as the window reserves for it. */
export function estimateCall({ history, state, models }: RunContext): CallEstimate {
  const { view } = history;
  const loaded = [...state.context.values()].reduce((sum, { tokens }) => sum + tokens, 0);
  const input = view.tokens + (view.head?.tokens ?? 0) + Math.max(view.fixedTokens, loaded);
  return {
    ...estimate(models.clients, { input: input * view.scale, output: ANSWER_RESERVE_TOKENS }),
    steps: 1,
  };
}

/** Estimates a summary. */
export function estimateSummary(
  client: ModelClient,
  tokens: { readonly input: number; readonly output: number },
): CallEstimate {
  return { ...estimate([client], tokens), steps: 0 };
}

/** The cost is that of the most expensive model that may answer, without its cache; null if the price of one of them is unknown. */
function estimate(
  clients: readonly ModelClient[],
  { input, output }: { readonly input: number; readonly output: number },
): Omit<CallEstimate, "steps"> {
  const inputTokens = Math.ceil(input);
  const usage = { inputTokens, outputTokens: output, cachedTokens: 0, reasoningTokens: 0, estimated: true };
  let usd: number | null = 0;
  for (const { profile } of clients) {
    const cost = callCost(usage, profile.price);
    usd = usd === null || cost === null ? null : Math.max(usd, cost);
  }
  return { usd, tokens: inputTokens + output, ms: 0 };
}
