import { expect, it } from "vitest";
import type { Reply } from "./model-server.ts";
import { streamOf } from "./model-server.ts";
import { runScenario } from "./run-scenario.ts";

/** The limit for a hanging answer and for its retry, which must arrive within it on a busy machine. */
const TOO_LONG_MS = 500;

const done = { text: "done" };
const busy = (headers: Record<string, string> = {}): Reply => ({
  kind: "status",
  status: 429,
  headers,
  error: { message: "slow down" },
});
const broken: Reply = { kind: "status", status: 503, error: { message: "overloaded" } };

it("429 waits as long as Retry-After says, then succeeds", async () => {
  const { trace, clock, requests, events } = await runScenario({
    script: [busy({ "retry-after": "7" }), done],
  });
  expect(trace.status).toBe("completed");
  expect(clock.sleeps).toEqual([7_000]);
  expect(requests).toHaveLength(2);
  expect(events("call.attempt_failed")[0]?.data).toMatchObject({
    attempt: 1,
    retryAfterMs: 7_000,
    failure: { code: "MODEL_RATE_LIMITED" },
  });
});

it("Retry-After 0 still backs off, and five attempts are the end", async () => {
  const { trace, clock, requests } = await runScenario({ script: () => busy({ "retry-after": "0" }) });
  expect(trace.failure?.code).toBe("MODEL_RATE_LIMITED");
  expect(requests).toHaveLength(5);
  expect(clock.sleeps).toEqual([375, 750, 1_500, 3_000]);
});

it("a wait beyond a minute is not waited for", async () => {
  const { trace, clock, requests } = await runScenario({ script: [busy({ "retry-after": "3600" })] });
  expect(trace.failure?.code).toBe("MODEL_RATE_LIMITED");
  expect(requests).toHaveLength(1);
  expect(clock.sleeps).toEqual([]);
});

it.each<[string, number, object, string]>([
  [
    "429 without quota",
    429,
    { message: "You exceeded your current quota", code: "insufficient_quota" },
    "MODEL_QUOTA_EXHAUSTED",
  ],
  ["401", 401, { message: "Incorrect API key provided: sk-test-0123456789" }, "MODEL_REFUSED_KEY"],
  ["403", 403, { message: "not allowed" }, "MODEL_REFUSED_KEY"],
  ["404", 404, { message: "no such model" }, "MODEL_NOT_FOUND"],
  ["400", 400, { message: "bad request" }, "MODEL_REQUEST_INVALID"],
])("%s fails at once with what to fix, and the key is not told", async (_what, status, error, code) => {
  const { trace, requests, clock, entries } = await runScenario({
    script: [{ kind: "status", status, error }],
  });
  expect(trace.status).toBe("failed");
  expect(trace.failure?.code).toBe(code);
  expect(trace.failure?.fix).not.toBe("");
  expect(requests).toHaveLength(1);
  expect(clock.sleeps).toEqual([]);
  expect(JSON.stringify(entries)).not.toContain("sk-test-0123456789");
});

it("one 5xx is retried", async () => {
  const { trace, requests, clock } = await runScenario({ script: [broken, done] });
  expect(trace.status).toBe("completed");
  expect(requests).toHaveLength(2);
  expect(clock.sleeps).toEqual([375]);
});

it("a 5xx in the middle of a run repeats the request and no tool", async () => {
  const { trace, requests, tools } = await runScenario({
    script: [{ calls: [{ id: "c1", name: "write", arguments: "{}" }] }, broken, broken, done],
  });
  expect(trace.status).toBe("completed");
  expect(tools.runs).toHaveLength(1);
  expect(requests).toHaveLength(4);
  expect(requests[1]?.body).toBe(requests[2]?.body);
});

it("5xx for ever ends after five requests with every attempt in the log", async () => {
  const { trace, requests, events } = await runScenario({ script: () => broken });
  expect(trace.failure?.code).toBe("MODEL_UNAVAILABLE");
  expect(requests).toHaveLength(5);
  expect(events("call.attempt_failed").map((event) => event.data.attempt)).toEqual([1, 2, 3, 4, 5]);
});

it("fallback models are tried in order, their attempts numbered on", async () => {
  const { trace, requests, events } = await runScenario({
    models: ["first", "second"],
    script: ({ body }) => (body.includes('"model":"first"') ? broken : { text: "from the second" }),
  });
  expect(trace.summary).toBe("from the second");
  expect(requests).toHaveLength(6);
  expect(events("call.attempt_failed").map((event) => event.data.model)).toEqual(
    Array.from({ length: 5 }, () => "first"),
  );
  expect(events("call.finished")[0]?.data.model).toBe("second");
});

it("a refused key goes to the fallback after one request", async () => {
  const { trace, requests } = await runScenario({
    models: ["first", "second"],
    script: ({ body }) =>
      body.includes('"model":"first"')
        ? { kind: "status", status: 401 }
        : { kind: "bytes", bytes: streamOf({ text: "half an answer" }).slice(0, 400), end: "break" },
  });
  expect(trace.status).toBe("failed");
  expect(requests).toHaveLength(6);
});

it("empty answers for ever end after three", async () => {
  const { trace, requests } = await runScenario({ script: () => ({}) });
  expect(trace.failure?.code).toBe("MODEL_EMPTY_ANSWER");
  expect(requests).toHaveLength(3);
});

it("two empty answers, then a good one, complete", async () => {
  const { trace, requests } = await runScenario({ script: [{}, { text: "  \n" }, done] });
  expect(trace.status).toBe("completed");
  expect(requests).toHaveLength(3);
});

it("an answer that reached its limit before the first word says so", async () => {
  const { trace } = await runScenario({ script: () => ({ finish: "length" }) });
  expect(trace.failure?.message).toContain("output limit");
});

it("a slow first byte is given up and retried", async () => {
  const { trace, requests } = await runScenario({
    script: [{ kind: "silence" }, done],
    firstByteMs: TOO_LONG_MS,
  });
  expect(trace.status).toBe("completed");
  expect(requests).toHaveLength(2);
});

it("headers without a first byte are given up like silence", async () => {
  const { trace, requests } = await runScenario({
    script: [{ kind: "bytes", bytes: new Uint8Array(), end: "hang" }, done],
    firstByteMs: TOO_LONG_MS,
  });
  expect(trace.status).toBe("completed");
  expect(requests).toHaveLength(2);
});

it("a stream that falls silent is given up, its deltas withdrawn", async () => {
  const bytes = streamOf({ text: "half an answer" }).slice(0, 500);
  const { trace, requests, updates, events } = await runScenario({
    script: [{ kind: "bytes", bytes, end: "hang" }, done],
    idleMs: TOO_LONG_MS,
  });
  expect(trace.summary).toBe("done");
  expect(requests).toHaveLength(2);
  expect(updates.filter((update) => update.kind === "delta_withdrawn")).toHaveLength(1);
  expect(events("call.attempt_failed")[0]?.data.failure.message).toContain("no data for 0.5 s");
});

it("a provider that keeps a connection alive by comments for ever is given up when the first token is overdue", async () => {
  const { trace, requests } = await runScenario({
    script: [{ kind: "bytes", bytes: new Uint8Array(), end: "comments" }, done],
    firstByteMs: TOO_LONG_MS,
    firstTokenMs: 2 * TOO_LONG_MS,
  });
  expect(trace.summary).toBe("done");
  expect(requests).toHaveLength(2);
});

it("comments between tokens don't count as an answer that goes on", async () => {
  const bytes = streamOf({ text: "half an answer" }).slice(0, 500);
  const { trace, requests } = await runScenario({
    script: [{ kind: "bytes", bytes, end: "comments" }, done],
    idleMs: TOO_LONG_MS,
  });
  expect(trace.summary).toBe("done");
  expect(requests).toHaveLength(2);
});

it("an error inside a stream is retried", async () => {
  const bytes = new TextEncoder().encode(
    'data: {"choices":[{"delta":{"content":"hi"}}]}\n\ndata: {"error":{"message":"upstream went away"}}\n\n',
  );
  const { trace, requests } = await runScenario({ script: [{ kind: "bytes", bytes, end: "close" }, done] });
  expect(trace.summary).toBe("done");
  expect(requests).toHaveLength(2);
});

it("a context that the provider finds too long fails clearly, without a retry", async () => {
  const { trace, requests } = await runScenario({
    script: [
      {
        kind: "status",
        status: 400,
        error: {
          message: "This model's maximum context length is 8192 tokens",
          code: "context_length_exceeded",
        },
      },
    ],
  });
  expect(trace.failure?.code).toBe("CONTEXT_TOO_LONG");
  expect(requests).toHaveLength(1);
});

it("a context that does not fit the window is not sent and nothing is cut", async () => {
  const { trace, requests } = await runScenario({
    script: [],
    task: "x".repeat(40_000),
    contextWindow: 8_000,
  });
  expect(trace.failure?.code).toBe("CONTEXT_TOO_LONG");
  expect(trace.failure?.message).toContain("Nothing was cut");
  expect(requests).toHaveLength(0);
});

it("an unknown strategy ends the run with the names there are", async () => {
  const { trace, requests } = await runScenario({ script: [], strategy: "clairvoyance" });
  expect(trace.failure).toMatchObject({ code: "CONFIGURATION_INVALID" });
  expect(requests).toHaveLength(0);
});

it("a defect inside the loop ends the run in its log, not in the worker", async () => {
  const { trace, requests } = await runScenario({
    script: [{ text: "hi" }],
    ports: {
      tokenizer: {
        count: (text) => {
          if (text === "hi") throw new Error("bad pattern");
          return 1;
        },
      },
    },
  });
  expect(trace.failure).toMatchObject({ code: "INTERNAL", message: "bad pattern" });
  expect(requests).toHaveLength(1);
});
