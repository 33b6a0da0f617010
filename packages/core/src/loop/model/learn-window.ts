import type { LearnedWindow, ModelClient } from "../../ports/model-client.ts";
import { REFUSED_WINDOW_SHARE } from "../../tunables.ts";
import type { RunContext } from "../run-context.ts";
import type { RunState } from "../run-state.ts";

/** A request that an endpoint refused as too long. Tokens are the provider's. */
export type Refusal = {
  /** The window assumed for the request. */
  readonly window: number;
  readonly tokens: number;
  /** The largest request that the endpoint accepted in this conversation; 0 if it accepted none. */
  readonly acceptedTokens: number;
  /** The window that the endpoint named; null if it named none. */
  readonly statedWindow: number | null;
};

/**
 * Returns the context window of a model in tokens: as configured, or less if its endpoint refused that much, in this conversation or in an
 * earlier run.
 */
export function contextWindow(state: Pick<RunState, "learnedWindows">, { profile }: ModelClient): number {
  const learned = state.learnedWindows.get(profile.reference) ?? Infinity;
  return Math.min(profile.contextWindow, profile.learnedWindow ?? Infinity, learned);
}

/**
 * Returns what a refusal teaches about the window: the number that the endpoint names; without a new one, half of what it refused, but at least
 * what it accepted before. Always less than the window assumed so far.
 */
export function learnWindow(refusal: Refusal): LearnedWindow {
  const { window, tokens, acceptedTokens, statedWindow } = refusal;
  if (statedWindow !== null && statedWindow < window)
    return { contextWindow: statedWindow, source: "message" };
  const most = Math.min(window, tokens) - 1;
  const guess = Math.max(acceptedTokens, Math.floor(tokens * REFUSED_WINDOW_SHARE));
  return { contextWindow: Math.max(1, Math.min(most, guess)), source: "refused_size" };
}

/**
 * Stages what the refusal of a request with `tokens` by our count teaches, so that no later request of the conversation exceeds it, and returns it.
 */
export function stageLearnedWindow(
  context: RunContext,
  client: ModelClient,
  refused: { readonly callId: string; readonly tokens: number; readonly statedWindow: number | null },
): LearnedWindow {
  const { writer, state, history } = context;
  const { reference } = client.profile;
  const scaled = (tokens: number): number => Math.floor(tokens * history.view.scale);
  const tokens = scaled(refused.tokens);
  const learned = learnWindow({
    ...{ window: contextWindow(state, client), tokens, statedWindow: refused.statedWindow },
    acceptedTokens: scaled(state.acceptedTokens.get(reference) ?? 0),
  });
  writer.stage({
    kind: "event",
    type: "endpoint.learned",
    goalId: state.goals.focusId,
    data: { model: reference, callId: refused.callId, ...learned, refusedTokens: tokens },
  });
  return learned;
}
