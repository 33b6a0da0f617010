import { describe, expect, it } from "vitest";
import type { HttpResponse, HttpRequest, HttpTransport } from "../../ports/http-transport.ts";
import type { ModelOutcome } from "../../ports/model-client.ts";
import { createOpenAiClient } from "./client.ts";
import { configureModel } from "./index.ts";

const DONE = 'data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
type Reply = { readonly status: number; readonly body: string } | Error;

function toHttpAnswer(reply: Reply): HttpResponse {
  if (reply instanceof Error) throw reply;
  return {
    status: reply.status,
    headers: { "content-type": reply.status === 200 ? "text/event-stream" : "application/json" },
    read: (take) => Promise.resolve(void take(new TextEncoder().encode(reply.body))),
  };
}

/** Sends one request per reply; returns the requests and their outcomes. */
async function ask(
  replies: readonly Reply[],
): Promise<{ readonly sent: readonly HttpRequest[]; readonly outcomes: readonly ModelOutcome[] }> {
  const sent: HttpRequest[] = [];
  const transport: HttpTransport = {
    send: (request) => {
      sent.push(request);
      return Promise.resolve(toHttpAnswer(replies[sent.length - 1] ?? new Error("unexpected request")));
    },
  };
  const baseUrl = "http://127.0.0.1:9/v1";
  const { profile } = configureModel({ model: "m", baseUrl, apiKey: "key-of-the-test" });
  const limits = { firstByteMs: 1_000, idleMs: 1_000 };
  const client = createOpenAiClient({ profile, baseUrl, apiKey: "key-of-the-test", transport, ...limits });
  const outcomes: ModelOutcome[] = [];
  for (const index of replies.keys())
    outcomes.push(
      await client.attempt({
        callId: `call-${index}`,
        model: "m",
        body: `{"request":${index}}`,
        signal: new AbortController().signal,
        onDelta: () => undefined,
      }),
    );
  return { sent, outcomes };
}

describe("createOpenAiClient", () => {
  it("reuses URL and headers for later requests, each with its own body", async () => {
    const { sent, outcomes } = await ask([
      { status: 200, body: DONE },
      { status: 200, body: DONE },
    ]);
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect(sent.map((request) => request.body)).toEqual(['{"request":0}', '{"request":1}']);
    expect(sent[0]?.headers["authorization"]).toBe("Bearer key-of-the-test");
    expect(sent[1]?.headers).toEqual(sent[0]?.headers);
    expect(sent[1]?.url).toBe(sent[0]?.url);
  });

  it.each([
    ["a full queue", { status: 429, body: '{"error":{"message":"slow down"}}' }],
    ["a refused key", { status: 401, body: '{"error":{"message":"bad key"}}' }],
    ["no answer", new TypeError("fetch failed")],
  ] as const)("reports %s like the first call and sends it once", async (_name, reply) => {
    const first = await ask([reply]);
    const later = await ask([{ status: 200, body: DONE }, reply]);
    expect(later.outcomes[1]).toEqual(first.outcomes[0]);
    expect(later.outcomes[1]?.ok).toBe(false);
    expect(later.sent).toHaveLength(2);
  });
});
