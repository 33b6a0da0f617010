import { APIConnectionError, APIError } from "openai";
import type { Failure, GoaltraceErrorCode } from "../../errors.ts";
import type { ModelOutcome } from "../../ports/model-client.ts";
import { toFields } from "./usage.ts";

/** The failing endpoint, for actionable messages. */
export type Endpoint = {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
  /** The name of the provider, as messages show it. */
  readonly label: string;
};
/** The outcome of a failed attempt. Its `retry` is the reaction that can help, such as sending the request again after a wait. */
type Failed = Extract<ModelOutcome, { ok: false }>;

/** The texts of a failure, and the wait that the provider asks for. */
type FailureText = { readonly message: string; readonly fix: string; readonly retryAfterMs?: number | null };
type Fail = (retry: Failed["retry"], code: GoaltraceErrorCode, text: FailureText) => Failed;

const CONTEXT_TOO_LONG =
  /context.{0,20}(length|window|size)|maximum.{0,20}(context|tokens)|too many tokens|prompt is too long|input is too long|exceed.{0,30}(context|token)/i;
/** Messages of Ollama, vLLM and OpenRouter, in this order. */
const NO_TOOLS =
  /does not support (tools|tool|function)|enable-auto-tool-choice|no endpoints found that support tool/i;
const QUOTA = /insufficient_quota|exceeded your current quota|billing|insufficient.?balance|credit/i;

/** Classifies the error of an attempt: whether a retry can help, and what a person has to do. Never contains the key. */
export function failedAttempt(
  thrown: unknown,
  endpoint: Endpoint,
  attempt: { readonly streamed: boolean; now(): number },
): Failed {
  const fail: Fail = (retry, code, text) => {
    const failure: Failure = { code, message: withoutKey(text.message, endpoint.apiKey), fix: text.fix };
    return { ok: false, failure, retry, retryAfterMs: text.retryAfterMs ?? null, streamed: attempt.streamed };
  };
  const { label, model, baseUrl } = endpoint;
  const statusError = readStatusError(thrown, attempt.now);
  if (statusError !== null) return classifyStatus(statusError, endpoint, fail);
  const message = messagesOfCauses(thrown);
  if (CONTEXT_TOO_LONG.test(message))
    return fail("context_too_long", "CONTEXT_TOO_LONG", {
      message: `${label} reports that the context is too long for ${model}: ${message}`,
      fix: "Correct the model's context window: contextWindow of openAiModel, or Settings, Models.",
    });
  if (QUOTA.test(message))
    return fail("no", "MODEL_QUOTA_EXHAUSTED", {
      message: `${label}: ${message}`,
      fix: "Add credit with the provider or use another key.",
    });
  const problem =
    thrown instanceof APIConnectionError || /fetch failed|ECONN|ENOTFOUND|socket/i.test(message)
      ? "can't be reached"
      : "interrupted its answer";
  return fail("after_backoff", "MODEL_UNAVAILABLE", {
    message: `${label} ${problem}: ${message}`,
    fix: `Check that ${baseUrl} is up and reachable from here, then try again.`,
  });
}

/** An HTTP response with an error status, instead of a stream. */
type StatusError = {
  readonly status: number;
  readonly message: string;
  readonly body: unknown;
  readonly retryAfterMs: number | null;
};

/** Returns null for an error without a status, such as a broken connection. */
function readStatusError(thrown: unknown, now: () => number): StatusError | null {
  if (!(thrown instanceof APIError)) return null;
  const status: unknown = thrown.status;
  const headers: unknown = thrown.headers;
  if (typeof status !== "number") return null;
  return {
    status,
    message: thrown.message,
    body: thrown.error,
    retryAfterMs: retryAfter(headers instanceof Headers ? headers : undefined, now),
  };
}

function classifyStatus(error: StatusError, endpoint: Endpoint, fail: Fail): Failed {
  const { label, model, baseUrl } = endpoint;
  const { status, retryAfterMs } = error;
  const detail = `${error.message} ${JSON.stringify(toFields(error.body))}`;
  const message = `${label} answered ${error.message}`;
  if (QUOTA.test(detail) && (status === 429 || status === 402 || status === 403)) {
    return fail("no", "MODEL_QUOTA_EXHAUSTED", {
      message: `${message}. The account has no quota left.`,
      fix: "Add credit with the provider, or use another key or model.",
    });
  }
  if (status >= 400 && status < 500 && NO_TOOLS.test(detail)) {
    return fail("as_text", "MODEL_REQUEST_INVALID", {
      message: `${message}. ${model} has no native tool calling there.`,
      fix: "Choose a model with tool calling; this one writes its calls as text.",
    });
  }
  if (status === 400 || status === 413 || status === 422) {
    if (CONTEXT_TOO_LONG.test(detail))
      return fail("context_too_long", "CONTEXT_TOO_LONG", {
        message,
        fix: "Choose a model with a larger window, or correct the window: contextWindow of openAiModel, or Settings, Models.",
      });
    if (/content.?filter|content management policy/i.test(detail))
      return fail("no", "MODEL_CONTENT_FILTERED", {
        message,
        fix: "Rephrase the task, or choose a model with another filter.",
      });
    return fail("no", "MODEL_REQUEST_INVALID", {
      message,
      fix: `The endpoint at ${baseUrl} rejected the request for ${model}. Check that it supports Chat Completions with tools.`,
    });
  }
  if (status === 401)
    return fail("no", "MODEL_REFUSED_KEY", {
      message: `${label} rejected the key ${keyHint(endpoint.apiKey)} (401); nothing ran and nothing was charged.`,
      fix: `Set a valid key for ${baseUrl}: apiKey of openAiModel, OPENAI_API_KEY, or Settings, Models.`,
    });
  if (status === 403)
    return fail("no", "MODEL_REFUSED_KEY", {
      message: `${label} does not allow the key ${keyHint(endpoint.apiKey)} to use ${model} (403).`,
      fix: "Give the key access to this model with the provider, or choose another model.",
    });
  if (status === 404)
    return fail("no", "MODEL_NOT_FOUND", {
      message: `${label} does not know the model ${model} at ${baseUrl} (404).`,
      fix: "Correct the model's name or the base URL (it usually ends in /v1): openAiModel, GOALTRACE_MODEL and OPENAI_BASE_URL, or Settings, Models.",
    });
  if (status === 429)
    return fail("after_backoff", "MODEL_RATE_LIMITED", {
      message: `${label} limited the request rate (429).`,
      fix: "Wait and try again, or use a key with a higher limit.",
      retryAfterMs,
    });
  if (status === 408 || status === 409 || status === 425 || status >= 500) {
    return fail("after_backoff", "MODEL_UNAVAILABLE", {
      message: `${label} failed with ${status}: ${error.message}`,
      fix: "The provider has a problem. Try again later or choose another model.",
      retryAfterMs,
    });
  }
  return fail("no", "MODEL_REQUEST_INVALID", { message, fix: `Check the model's settings for ${baseUrl}.` });
}

/** Returns the milliseconds that a provider asks to wait: retry-after-ms, or Retry-After in seconds or as a date. Null without either. */
function retryAfter(headers: Headers | undefined, now: () => number): number | null {
  const milliseconds = Number(headers?.get("retry-after-ms") ?? NaN);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const value = headers?.get("retry-after");
  if (value === null || value === undefined || value.trim() === "") return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now());
}

/** The last characters of a key, enough to tell keys apart. */
function keyHint(key: string): string {
  return key.length >= 12 ? `ending in ${key.slice(-4)}` : "that is set";
}

function withoutKey(text: string, key: string): string {
  return key.length >= 6 ? text.replaceAll(key, "[key]") : text;
}

/** The messages of an error and its causes, joined. */
function messagesOfCauses(thrown: unknown): string {
  const messages: string[] = [];
  for (let error: unknown = thrown; error instanceof Error && messages.length < 4; error = error.cause) {
    if (error.message !== "" && !messages.includes(error.message)) messages.push(error.message);
  }
  return messages.join(": ") || String(thrown);
}
