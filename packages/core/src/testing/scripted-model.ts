import type { Failure } from "../errors.ts";
import type {
  ModelAnswer,
  ModelClient,
  ModelOutcome,
  ModelProfile,
  ModelRequest,
} from "../ports/model-client.ts";

/** The reply to one attempt, or a function that streams first. */
export type ScriptedReply = ModelOutcome | ((request: ModelRequest) => ModelOutcome | Promise<ModelOutcome>);

/** A model that gives prepared replies. */
export type ScriptedModel = ModelClient & { readonly requests: readonly ModelRequest[] };

/** Creates a model without a price and with a window of 128,000 tokens. Gives the replies in order; throws when none is left. */
export function createScriptedModel(
  replies: readonly ScriptedReply[] = [],
  profile: Partial<ModelProfile> = {},
): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    profile: {
      ...{ reference: "test-model", wireName: "wire-model", label: "test", contextWindow: 128_000 },
      ...{ price: null, quirks: "default", scripted: false },
      ...profile,
    },
    attempt: async (request) => {
      const reply = replies[requests.push(request) - 1];
      if (reply === undefined) throw new Error("no reply is left");
      return typeof reply === "function" ? await reply(request) : reply;
    },
  };
}

/** A successful attempt; by default the text "Done." without reasoning, calls and usage. */
export function answered(answer: Partial<ModelAnswer> = {}): Extract<ModelOutcome, { ok: true }> {
  return {
    ok: true,
    answer: {
      ...{ text: "Done.", reasoning: "", toolCalls: [], finishReason: "stop" },
      ...{ usage: null, firstTokenMs: null },
      ...answer,
    },
  };
}

/** The failure of `failedAttempt`. */
export const overloaded: Failure = { code: "MODEL_UNAVAILABLE", message: "Overloaded.", fix: "Wait." };

/** A failed attempt; by default a transient one that streamed nothing. */
export function failedAttempt(
  outcome: Partial<Extract<ModelOutcome, { ok: false }>> = {},
): Extract<ModelOutcome, { ok: false }> {
  return {
    ...{ ok: false, failure: overloaded, retry: "after_backoff", retryAfterMs: null, streamed: false },
    ...outcome,
  };
}
