import { expect, it } from "vitest";
import type { Reply } from "./model-server.ts";
import { encodeStream } from "./model-server.ts";
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

it("waits for Retry-After on 429, then succeeds", async () => {
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

it("backs off on Retry-After 0 and stops after five attempts", async () => {
  const { trace, clock, requests } = await runScenario({ script: () => busy({ "retry-after": "0" }) });
  expect(trace.failure?.code).toBe("MODEL_RATE_LIMITED");
  expect(requests).toHaveLength(5);
  expect(clock.sleeps).toEqual([375, 750, 1_500, 3_000]);
});

it("fails instead of waiting for more than a minute", async () => {
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
])("fails immediately on %s with a fix and without revealing the key", async (_what, status, error, code) => {
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

it("retries one 5xx", async () => {
  const { trace, requests, clock } = await runScenario({ script: [broken, done] });
  expect(trace.status).toBe("completed");
  expect(requests).toHaveLength(2);
  expect(clock.sleeps).toEqual([375]);
});

it("repeats only the request on a 5xx in the middle of a run, not the tool", async () => {
  const { trace, requests, tools } = await runScenario({
    script: [{ calls: [{ id: "c1", name: "write", arguments: "{}" }] }, broken, broken, done],
  });
  expect(trace.status).toBe("completed");
  expect(tools.runs).toHaveLength(1);
  expect(requests).toHaveLength(4);
  expect(requests[1]?.body).toBe(requests[2]?.body);
});

it("ends after five requests on permanent 5xx, with every attempt in the log", async () => {
  const { trace, requests, events } = await runScenario({ script: () => broken });
  expect(trace.failure?.code).toBe("MODEL_UNAVAILABLE");
  expect(requests).toHaveLength(5);
  expect(events("call.attempt_failed").map((event) => event.data.attempt)).toEqual([1, 2, 3, 4, 5]);
});

it("tries fallback models in order and continues attempt numbers", async () => {
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

it("tries the fallback after one request with a rejected key", async () => {
  const { trace, requests } = await runScenario({
    models: ["first", "second"],
    script: ({ body }) =>
      body.includes('"model":"first"')
        ? { kind: "status", status: 401 }
        : { kind: "bytes", bytes: encodeStream({ text: "half an answer" }).slice(0, 400), end: "break" },
  });
  expect(trace.status).toBe("failed");
  expect(requests).toHaveLength(6);
});

it("ends after three empty answers", async () => {
  const { trace, requests } = await runScenario({ script: () => ({}) });
  expect(trace.failure?.code).toBe("MODEL_EMPTY_ANSWER");
  expect(requests).toHaveLength(3);
});

it("completes after two empty answers and a good one", async () => {
  const { trace, requests } = await runScenario({ script: [{}, { text: "  \n" }, done] });
  expect(trace.status).toBe("completed");
  expect(requests).toHaveLength(3);
});

it("reports the output limit when an answer hits it before the first word", async () => {
  const { trace } = await runScenario({ script: () => ({ finish: "length" }) });
  expect(trace.failure?.message).toContain("output limit");
});

it("abandons and retries a slow first byte", async () => {
  const { trace, requests } = await runScenario({
    script: [{ kind: "silence" }, done],
    firstByteMs: TOO_LONG_MS,
  });
  expect(trace.status).toBe("completed");
  expect(requests).toHaveLength(2);
});

it("treats headers without a first byte as silence", async () => {
  const { trace, requests } = await runScenario({
    script: [{ kind: "bytes", bytes: new Uint8Array(), end: "hang" }, done],
    firstByteMs: TOO_LONG_MS,
  });
  expect(trace.status).toBe("completed");
  expect(requests).toHaveLength(2);
});

it("abandons a silent stream and withdraws its deltas", async () => {
  const bytes = encodeStream({ text: "half an answer" }).slice(0, 500);
  const { trace, requests, updates, events } = await runScenario({
    script: [{ kind: "bytes", bytes, end: "hang" }, done],
    idleMs: TOO_LONG_MS,
  });
  expect(trace.summary).toBe("done");
  expect(requests).toHaveLength(2);
  expect(updates.filter((update) => update.kind === "delta_withdrawn")).toHaveLength(1);
  expect(events("call.attempt_failed")[0]?.data.failure.message).toContain("no data for 0.5 s");
});

it("abandons a connection kept alive only by comments when the first token is overdue", async () => {
  const { trace, requests } = await runScenario({
    script: [{ kind: "bytes", bytes: new Uint8Array(), end: "comments" }, done],
    firstByteMs: TOO_LONG_MS,
    firstTokenMs: 2 * TOO_LONG_MS,
  });
  expect(trace.summary).toBe("done");
  expect(requests).toHaveLength(2);
});

it("does not count comments between tokens as progress", async () => {
  const bytes = encodeStream({ text: "half an answer" }).slice(0, 500);
  const { trace, requests } = await runScenario({
    script: [{ kind: "bytes", bytes, end: "comments" }, done],
    idleMs: TOO_LONG_MS,
  });
  expect(trace.summary).toBe("done");
  expect(requests).toHaveLength(2);
});

it("retries an error inside a stream", async () => {
  const bytes = new TextEncoder().encode(
    'data: {"choices":[{"delta":{"content":"hi"}}]}\n\ndata: {"error":{"message":"upstream went away"}}\n\n',
  );
  const { trace, requests } = await runScenario({ script: [{ kind: "bytes", bytes, end: "close" }, done] });
  expect(trace.summary).toBe("done");
  expect(requests).toHaveLength(2);
});

it("fails without a retry when the provider reports a context that is too long", async () => {
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

it("neither sends nor truncates a context that does not fit the window", async () => {
  const { trace, requests } = await runScenario({
    script: [],
    task: "x".repeat(40_000),
    contextWindow: 8_000,
  });
  expect(trace.failure?.code).toBe("CONTEXT_TOO_LONG");
  expect(trace.failure?.message).toContain("Nothing was cut");
  expect(requests).toHaveLength(0);
});

it("ends the run for an unknown strategy and lists the known ones", async () => {
  const { trace, requests } = await runScenario({ script: [], strategy: "clairvoyance" });
  expect(trace.failure).toMatchObject({ code: "CONFIGURATION_INVALID" });
  expect(requests).toHaveLength(0);
});

it("records a defect inside the loop in the run's log", async () => {
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
