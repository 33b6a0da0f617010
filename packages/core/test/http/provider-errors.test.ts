import { afterAll, beforeAll, expect, it } from "vitest";
import { configureModel, createOpenAiClient } from "../../src/adapters/openai/index.ts";
import type { ModelOutcome } from "../../src/ports/model-client.ts";
import { MAX_FOREIGN_CHARACTERS } from "../../src/tunables.ts";
import { GATEWAY_ERRORS } from "./gateway-errors.ts";
import { HOSTED_ERRORS } from "./hosted-errors.ts";
import { INTERMEDIARY_ERRORS } from "./intermediary-errors.ts";
import { LOCAL_ERRORS } from "./local-errors.ts";
import { type ModelServer, type Reply, startModelServer } from "./model-server.ts";
import type { ProviderError } from "./provider-error.ts";

const API_KEY = "sk-test-0123456789";
const ERRORS: readonly ProviderError[] = [
  ...HOSTED_ERRORS,
  ...GATEWAY_ERRORS,
  ...LOCAL_ERRORS,
  ...INTERMEDIARY_ERRORS,
];
/** Longer than any message, which consists of a sentence of ours and a cut text of the provider. */
const MAX_MESSAGE = MAX_FOREIGN_CHARACTERS + 200;

let server: ModelServer;
let reply: Reply;
beforeAll(async () => {
  server = await startModelServer(() => reply);
});
afterAll(async () => await server?.close());

async function ask(answer: Reply): Promise<ModelOutcome> {
  reply = answer;
  const { profile, baseUrl } = configureModel({ model: "m", baseUrl: server.baseUrl, apiKey: API_KEY });
  const client = createOpenAiClient({
    profile,
    baseUrl,
    apiKey: API_KEY,
    firstByteMs: 10_000,
    idleMs: 10_000,
  });
  return await client.attempt({
    ...{ callId: "call", model: "m", body: "{}" },
    signal: new AbortController().signal,
    onDelta: () => undefined,
  });
}

async function failureOf(answer: Reply): Promise<Extract<ModelOutcome, { ok: false }>> {
  const outcome = await ask(answer);
  if (outcome.ok) throw new Error("expected a failure");
  return outcome;
}

it.each(ERRORS.map((error) => [error.name, error] as const))("classifies %s", async (_name, error) => {
  const { failure, retry, retryAfterMs } = await failureOf(error.reply);
  expect({ code: failure.code, retry, retryAfterMs, message: failure.message }).toEqual({
    code: error.code,
    retry: error.retry,
    retryAfterMs: error.retryAfterMs ?? null,
    message: expect.stringContaining(error.says) as unknown,
  });
  expect(failure.fix).toContain(error.fix ?? " ");
  expect(failure.message.length).toBeLessThan(MAX_MESSAGE);
  expect(failure.message).not.toMatch(/\p{Cc}|<\/?html|undefined|\[object/u);
});

it("names each error once", () => {
  expect(new Set(ERRORS.map(({ name }) => name)).size).toBe(ERRORS.length);
});

it.each([200, 400, 401, 403, 404, 429, 500])(
  "never shows the key that a provider repeats with the status %i, even where the text is cut",
  async (status) => {
    for (const length of [0, MAX_FOREIGN_CHARACTERS - 20, MAX_FOREIGN_CHARACTERS - 5]) {
      const message = `${"x".repeat(length)} ${API_KEY} is wrong`;
      const { failure } = await failureOf({
        ...{ kind: "raw", status, headers: { "content-type": "application/json" } },
        body: JSON.stringify({ error: { message } }),
      });
      expect(JSON.stringify(failure)).not.toContain(API_KEY.slice(0, 10));
    }
  },
);

it("rejects a base URL that is not an HTTP address without sending anything", async () => {
  const { profile } = configureModel({ model: "m", baseUrl: "api.openai.com/v1", apiKey: API_KEY });
  const limits = { firstByteMs: 1_000, idleMs: 1_000 };
  const client = createOpenAiClient({ profile, baseUrl: "api.openai.com/v1", apiKey: API_KEY, ...limits });
  const outcome = await client.attempt({
    ...{ callId: "call", model: "m", body: "{}" },
    signal: new AbortController().signal,
    onDelta: () => undefined,
  });
  expect(outcome).toMatchObject({ ok: false, retry: "no", failure: { code: "CONFIGURATION_INVALID" } });
});
