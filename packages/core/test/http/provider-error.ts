import type { GoaltraceErrorCode } from "../../src/errors.ts";
import type { ModelOutcome } from "../../src/ports/model-client.ts";
import type { Reply } from "./model-server.ts";

/** An error as a provider sends it, with its expected classification. */
export type ProviderError = {
  readonly name: string;
  readonly reply: Extract<Reply, { kind: "raw" }>;
  readonly code: GoaltraceErrorCode;
  readonly retry: Extract<ModelOutcome, { ok: false }>["retry"];
  /** A text that the message must contain. */
  readonly says: string;
  /** The wait that the provider requests. */
  readonly retryAfterMs?: number;
  /** A text that the fix must contain. */
  readonly fix?: string;
};

type Expected = Pick<ProviderError, "code" | "retry" | "says" | "retryAfterMs" | "fix">;

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
export const raw = (
  status: number,
  headers: Record<string, string>,
  body: string,
): ProviderError["reply"] => ({
  kind: "raw",
  ...{ status, headers, body },
});
export const json = (
  name: string,
  [status, body]: readonly [number, unknown],
  expected: Expected,
): ProviderError => ({
  name,
  reply: raw(status, JSON_TYPE, JSON.stringify(body)),
  ...expected,
});
export const page = (
  name: string,
  [status, body]: readonly [number, string],
  expected: Expected,
): ProviderError => ({
  name,
  reply: raw(status, { "content-type": "text/html; charset=utf-8" }, body),
  ...expected,
});
export const text = (
  name: string,
  [status, body]: readonly [number, string],
  expected: Expected,
): ProviderError => ({
  name,
  reply: raw(status, { "content-type": "text/plain" }, body),
  ...expected,
});
export const events = (name: string, body: string, expected: Expected): ProviderError => ({
  name,
  reply: raw(200, { "content-type": "text/event-stream" }, body),
  ...expected,
});
export const withHeaders = (error: ProviderError, headers: Record<string, string>): ProviderError => ({
  ...error,
  reply: { ...error.reply, headers: { ...error.reply.headers, ...headers } },
});
