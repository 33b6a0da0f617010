import type { GoaltraceErrorCode } from "../../errors.ts";
import type { ModelOutcome } from "../../ports/model-client.ts";
import { MAX_RETRY_AFTER_MS } from "../../tunables.ts";
import type { Endpoint } from "./endpoint.ts";
import { isAccountEmpty, providerKind } from "./provider-words.ts";
import { statedWindow } from "./stated-window.ts";
import { describeWait } from "./retry-after.ts";

/** The classification of a failed attempt. */
export type Verdict = {
  readonly retry: Extract<ModelOutcome, { ok: false }>["retry"];
  readonly code: GoaltraceErrorCode;
  readonly message: string;
  readonly fix: string;
  readonly retryAfterMs?: number | null;
  /** The window in tokens that the provider names when it refuses a length. */
  readonly contextWindow?: number | null;
};

/** An error status with the explanation of the provider. */
export type StatusError = {
  readonly status: number;
  /** The explanation, cleaned and cut; empty if there is none. */
  readonly said: string;
  readonly isWebPage: boolean;
  /** The explanation with its codes, for classification only. */
  readonly evidence: string;
  readonly retryAfterMs: number | null;
};

/** Classifies an error status: the words of the provider first, because many providers answer 400 or 500 to everything. */
export function classifyStatus(error: StatusError, endpoint: Endpoint): Verdict {
  return classifyWords(error, endpoint) ?? classifyCode(error, endpoint);
}

function classifyWords(error: StatusError, endpoint: Endpoint): Verdict | null {
  const { status, evidence, retryAfterMs } = error;
  const { label, model } = endpoint;
  const answered = `${label} answered ${withReason(error)}`;
  // The words of a web page belong to its author.
  if (error.isWebPage) return null;
  const kind = providerKind(evidence);
  if (kind === "quota" || isAccountEmpty(status, evidence, retryAfterMs))
    return {
      retry: "no",
      code: "MODEL_QUOTA_EXHAUSTED",
      message: `${answered}. The account has no quota left.`,
      fix: "Add credit with the provider, or use another key or model.",
    };
  if (kind === "bad_key") return keyRefused(error, endpoint);
  if (kind === "no_tools")
    return {
      retry: "as_text",
      code: "MODEL_REQUEST_INVALID",
      message: `${answered}. ${model} has no native tool calling there.`,
      fix: "Choose a model with tool calling; this one writes its calls as text.",
    };
  // A limit of tokens per minute mentions tokens too, unless the request alone exceeds it.
  const isLimit = status === 429 && !/request too large/iu.test(evidence);
  if (status === 413 || (kind === "too_long" && !isLimit && status !== 401 && status !== 403))
    return contextTooLong(answered, evidence);
  if (kind === "filtered" && (status === 400 || status === 403 || status === 422))
    return {
      retry: "no",
      code: "MODEL_CONTENT_FILTERED",
      message: answered,
      fix: "Rephrase the task, or choose a model with another filter.",
    };
  return kind === "unknown_model" && status < 429 && status !== 401 && status !== 403
    ? modelNotFound(error, endpoint)
    : null;
}

function classifyCode(error: StatusError, endpoint: Endpoint): Verdict {
  const { status, isWebPage } = error;
  const { label, baseUrl } = endpoint;
  switch (status) {
    case 401:
      return keyRefused(error, endpoint);
    case 403:
      return isWebPage ? blocked(error, endpoint) : keyNotAllowed(error, endpoint);
    case 404:
      return modelNotFound(error, endpoint);
    case 407:
    case 451:
    case 511:
      return blocked(error, endpoint);
    case 413:
      return contextTooLong(`${label} answered ${withReason(error)}`, error.evidence);
    case 429:
      return rateLimited(error, endpoint);
    case 408:
    case 409:
    case 425:
      return unavailable(error, endpoint);
    case 501:
      return {
        retry: "no",
        code: "MODEL_REQUEST_INVALID",
        message: `${label} answered ${withReason(error)}.`,
        fix: `There is no Chat Completions API at ${baseUrl}; correct the base URL (it usually ends in /v1).`,
      };
    default:
      return status >= 500 ? unavailable(error, endpoint) : requestInvalid(error, endpoint);
  }
}

function withReason({ status, said }: StatusError): string {
  return said === ""
    ? String(status)
    : said.startsWith("a web page")
      ? `${status} (${said})`
      : `${status}: ${said}`;
}

function contextTooLong(message: string, evidence: string): Verdict {
  return {
    retry: "context_too_long",
    code: "CONTEXT_TOO_LONG",
    message,
    fix: "Choose a model with a larger window, or correct the window: contextWindow of openAiModel, or Settings, Models.",
    contextWindow: statedWindow(evidence),
  };
}

function keyRefused(error: StatusError, { label, baseUrl, apiKey }: Endpoint): Verdict {
  return {
    retry: "no",
    code: "MODEL_REFUSED_KEY",
    message: `${label} rejected the key ${keyHint(apiKey)} (${error.status}); nothing ran and nothing was charged.${itsReason(error)}`,
    fix: `Set a valid key for ${baseUrl}: apiKey of openAiModel, OPENAI_API_KEY, or Settings, Models.`,
  };
}

function keyNotAllowed(error: StatusError, { label, model, apiKey }: Endpoint): Verdict {
  return {
    retry: "no",
    code: "MODEL_REFUSED_KEY",
    message: `${label} does not allow the key ${keyHint(apiKey)} to use ${model} (403).${itsReason(error)}`,
    fix: "Give the key access to this model with the provider, or choose another model.",
  };
}

/** Not the provider but something on the way refused the request. */
function blocked(error: StatusError, { label, baseUrl }: Endpoint): Verdict {
  return {
    retry: "no",
    code: "MODEL_UNAVAILABLE",
    message: `${label} answered ${withReason(error)}.`,
    fix: `A proxy, firewall or sign-in page seems to answer in place of ${baseUrl}. Check the network access of this machine and the base URL.`,
  };
}

function modelNotFound(error: StatusError, { label, model, baseUrl }: Endpoint): Verdict {
  return {
    retry: "no",
    code: "MODEL_NOT_FOUND",
    message: `${label} does not know the model ${model} at ${baseUrl} (${error.status}).${itsReason(error)}`,
    fix: "Correct the model's name or the base URL (it usually ends in /v1): openAiModel, GOALTRACE_MODEL and OPENAI_BASE_URL, or Settings, Models.",
  };
}

function rateLimited(error: StatusError, { label }: Endpoint): Verdict {
  const { retryAfterMs } = error;
  const wait = retryAfterMs === null ? null : describeWait(retryAfterMs);
  const asks = wait === null || retryAfterMs === 0 ? "" : ` and asks to wait ${wait}`;
  const isLong = wait !== null && (retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS;
  return {
    retry: "after_backoff",
    code: "MODEL_RATE_LIMITED",
    message: `${label} limited the request rate (429)${asks}.${itsReason(error)}`,
    fix: isLong
      ? `Try again in ${wait}, use a key with a higher limit, or choose another model.`
      : "Wait and try again, or use a key with a higher limit.",
    retryAfterMs,
  };
}

function unavailable(error: StatusError, { label }: Endpoint): Verdict {
  const { retryAfterMs } = error;
  const isLong = (retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS;
  return {
    retry: "after_backoff",
    code: "MODEL_UNAVAILABLE",
    message: `${label} failed with ${withReason(error)}${isLong ? ` (it asks to wait ${describeWait(retryAfterMs ?? 0)})` : ""}`,
    fix: "The provider has a problem. Try again later or choose another model.",
    retryAfterMs,
  };
}

function requestInvalid(error: StatusError, { label, model, baseUrl }: Endpoint): Verdict {
  return {
    retry: "no",
    code: "MODEL_REQUEST_INVALID",
    message: `${label} answered ${withReason(error)}`,
    fix: `The endpoint at ${baseUrl} rejected the request for ${model}. Check that it supports Chat Completions with tools.`,
  };
}

/** The provider's explanation as a sentence of its own. */
function itsReason({ said }: StatusError): string {
  return said === "" ? "" : ` Its answer: ${said}`;
}

/** The last characters of a key, enough to tell keys apart. */
function keyHint(key: string): string {
  return key.length >= 12 ? `ending in ${key.slice(-4)}` : "that is set";
}
