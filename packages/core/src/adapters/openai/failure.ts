import { GoaltraceError, type Failure } from "../../errors.ts";
import { cleanForeignText } from "../../foreign-text.ts";
import type { ModelOutcome } from "../../ports/model-client.ts";
import { classifyStatus, type Verdict } from "./classify-status.ts";
import type { Endpoint } from "./endpoint.ts";
import { providerKind } from "./provider-words.ts";
import type { AnswerProblem } from "./read-answer.ts";
import { readBody, type ReadBody } from "./read-body.ts";
import { redirectTarget } from "./redirect-target.ts";
import type { ReportedError } from "./reported-error.ts";
import { retryAfter } from "./retry-after.ts";

/** The reason why an attempt gave no answer: an error status, or a problem of a response with a success status. */
export type AttemptProblem =
  | AnswerProblem
  | {
      readonly kind: "status";
      readonly status: number;
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      /** The beginning of the body. */
      readonly text: string;
    };

type Failed = Extract<ModelOutcome, { ok: false }>;

/**
 * Classifies a problem of an attempt: whether a retry can help, and what a person has to do. Texts of the provider are cleaned and cut. Never
 * contains the key.
 */
export function failedAttempt(
  problem: AttemptProblem,
  endpoint: Endpoint,
  attempt: { readonly streamed: boolean; now(): number },
): Failed {
  const verdict = judge(problem, endpoint, attempt.now);
  const failure: Failure = {
    code: verdict.code,
    message: withoutKey(verdict.message, endpoint.apiKey),
    fix: verdict.fix,
  };
  const { retry, retryAfterMs = null, contextWindow = null } = verdict;
  return {
    ...{ ok: false, failure, retry, retryAfterMs, streamed: attempt.streamed },
    ...(contextWindow === null ? {} : { contextWindow }),
  };
}

function judge(problem: AttemptProblem, endpoint: Endpoint, now: () => number): Verdict {
  switch (problem.kind) {
    case "status":
      return judgeStatus(problem, endpoint, now);
    case "reported":
      return judgeReported(problem, endpoint);
    case "other_body":
      return judgeOtherBody(problem.body, endpoint);
    case "too_long":
      return {
        retry: "no",
        code: "MODEL_UNAVAILABLE",
        message: `${endpoint.label} sent an endless answer; it was cut off.`,
        fix: `Check what answers at ${endpoint.baseUrl}, or choose another model.`,
      };
    case "broken":
      return judgeBroken(problem.thrown, endpoint);
  }
}

function judgeStatus(
  { status, headers, text }: Extract<AttemptProblem, { kind: "status" }>,
  endpoint: Endpoint,
  now: () => number,
): Verdict {
  const masked = withoutKey(text, endpoint.apiKey);
  if (status < 400) return judgeRedirect(status, headers, endpoint);
  const body = readBody(masked);
  const error = body.kind === "error" ? body.error : null;
  return classifyStatus(
    {
      status,
      said: describeBody(body),
      isWebPage: body.kind === "web_page",
      evidence: error === null ? masked.slice(0, 2_000) : `${error.message} ${error.codes}`,
      retryAfterMs: retryAfter(headers, now) ?? error?.retryAfterMs ?? null,
    },
    endpoint,
  );
}

function judgeRedirect(
  status: number,
  headers: Readonly<Record<string, string>>,
  { label, baseUrl }: Endpoint,
): Verdict {
  const target = redirectTarget(headers["location"], baseUrl);
  return {
    retry: "no",
    code: "MODEL_REQUEST_INVALID",
    message: `${label} redirects to ${target ?? "another address"} (${status}). Redirects are not followed, because the key would go along.`,
    fix: `If ${target === null ? "that address" : new URL(target).host} is the endpoint, set its base URL (it usually ends in /v1); otherwise a proxy or a sign-in page is answering in its place.`,
  };
}

/** An error within a response with a success status, which may state the status that it should have had. */
function judgeReported(
  { error, isStream }: { readonly error: ReportedError; readonly isStream: boolean },
  endpoint: Endpoint,
): Verdict {
  const { label, baseUrl } = endpoint;
  const said =
    cleanForeignText(withoutKey(error.message || error.codes, endpoint.apiKey)) || "no reason given";
  const evidence = `${error.message} ${error.codes}`;
  if (providerKind(evidence) === "wrong_path") return wrongAddress(`an error: ${said}`, endpoint);
  const status = error.status ?? statusOfCodes(error.codes) ?? (isKnown(evidence) ? 400 : null);
  if (status !== null)
    return classifyStatus(
      { status, said, isWebPage: false, evidence, retryAfterMs: error.retryAfterMs },
      endpoint,
    );
  return isStream
    ? {
        retry: "after_backoff",
        code: "MODEL_UNAVAILABLE",
        message: `${label} interrupted its answer: ${said}`,
        fix: `Check that ${baseUrl} is up and reachable from here, then try again.`,
      }
    : {
        retry: "no",
        code: "MODEL_REQUEST_INVALID",
        message: `${label} reported an error instead of an answer: ${said}`,
        fix: `Correct the cause it names. If there is none, check the base URL ${baseUrl} (it usually ends in /v1).`,
      };
}

const isKnown = (evidence: string): boolean => providerKind(evidence) !== null;

/** Statuses behind the codes that providers report within a stream. */
const STATUS_OF_CODES: readonly (readonly [RegExp, number])[] = [
  [/rate_?limit|too_many_requests|throttl|resource_exhausted/iu, 429],
  [/authentication|invalid_api_key|unauthorized/iu, 401],
  [/permission|forbidden/iu, 403],
  [/not_found/iu, 404],
  [/overloaded|server_error|api_error|unavailable|internal|timeout|bad_gateway/iu, 503],
  [/invalid_request|bad_?request|validation/iu, 400],
];

function statusOfCodes(codes: string): number | null {
  return STATUS_OF_CODES.find(([pattern]) => pattern.test(codes))?.[1] ?? null;
}

function judgeOtherBody(body: ReadBody, endpoint: Endpoint): Verdict {
  const { label, baseUrl } = endpoint;
  if (body.kind === "empty")
    return {
      retry: "after_backoff",
      code: "MODEL_EMPTY_ANSWER",
      message: `${label} answered with an empty response.`,
      fix: `Try again. If it stays empty, check the base URL ${baseUrl} (it usually ends in /v1).`,
    };
  if (body.kind === "error") return judgeReported({ error: body.error, isStream: false }, endpoint);
  return wrongAddress(describeBody(body), endpoint);
}

/** Something other than a model API responds at the base URL. */
function wrongAddress(said: string, { label, baseUrl }: Endpoint): Verdict {
  return {
    retry: "no",
    code: "MODEL_NOT_FOUND",
    message: `${label} answered with ${said} instead of a model's answer.`,
    fix: `Correct the base URL ${baseUrl}: the base URL usually ends in /v1. If it is right, a proxy or a sign-in page is answering in its place.`,
  };
}

function judgeBroken(thrown: unknown, { label, baseUrl, apiKey }: Endpoint): Verdict {
  if (thrown instanceof GoaltraceError)
    return { retry: "no", code: thrown.code, message: thrown.message, fix: thrown.fix };
  const message = messagesOfCauses(thrown);
  const what =
    /fetch failed|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|certificate|socket/iu.test(
      message,
    )
      ? "can't be reached"
      : "interrupted its answer";
  return {
    retry: "after_backoff",
    code: "MODEL_UNAVAILABLE",
    message: `${label} ${what}: ${cleanForeignText(withoutKey(message, apiKey))}`,
    fix: `Check that ${baseUrl} is up and reachable from here, then try again.`,
  };
}

/** Returns the contents of a body as part of a sentence; empty for an empty body. */
function describeBody(body: ReadBody): string {
  switch (body.kind) {
    case "empty":
      return "";
    case "web_page":
      return body.title === "" ? "a web page" : `a web page: “${body.title}”`;
    case "error":
      return cleanForeignText(body.error.message || body.error.codes);
    case "json":
    case "text":
      return cleanForeignText(body.text);
  }
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
