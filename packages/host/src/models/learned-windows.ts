import { OPENAI_URL } from "@goaltrace/core/openai";
import type { KeptWindow, ModelEndpoint } from "@goaltrace/db";
import { nodeHash } from "@goaltrace/tools";

/** The settings of a model that decide whether a learned window still holds. */
type WindowSettings = {
  readonly reference: string;
  /** Null for OpenAI's address. */
  readonly baseUrl: string | null;
  /** The name of the model at the endpoint. */
  readonly model: string;
  /** As configured, in tokens: a person who changes it knows better than an earlier refusal. */
  readonly contextWindow: number;
};

/** Returns what identifies a model for its learned window. Prices, thresholds, the name for people and the key don't matter. */
export function modelEndpoint({ reference, baseUrl, model, contextWindow }: WindowSettings): ModelEndpoint {
  const address = (baseUrl ?? OPENAI_URL).replace(/\/+$/, "");
  return { reference, endpoint: nodeHash.sha256(JSON.stringify([address, model, contextWindow])) };
}

/** Returns the learned window of a model with these settings; null if none is kept, or it is not narrower than configured. */
export function findLearnedWindow(kept: readonly KeptWindow[], settings: WindowSettings): KeptWindow | null {
  const { reference, endpoint } = modelEndpoint(settings);
  const found = kept.find((window) => window.reference === reference && window.endpoint === endpoint);
  return found === undefined || found.contextWindow >= settings.contextWindow ? null : found;
}
