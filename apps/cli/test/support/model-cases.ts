import { appendFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ANSWER_CASES } from "./answer-cases.ts";
import { DONE, type ModelCase, readCall } from "./model-case.ts";

const failing = (status: number, error: { message: string; code?: string }): ModelCase["reply"] => {
  return () => ({ status, error });
};

const FAILURES: readonly ModelCase[] = [
  {
    name: "rate-limit-once",
    reply: (turn) => (turn === 0 ? { status: 429, retryAfter: 2, error: { message: "Slow down" } } : DONE),
    exit: 0,
    requests: 2,
    events: ["call.attempt_failed"],
    says: '"retryAfterMs":2000',
  },
  {
    name: "rate-limit-for-an-hour",
    reply: () => ({ status: 429, retryAfter: 3_600, error: { message: "Slow down" } }),
    exit: 1,
    code: "MODEL_RATE_LIMITED",
    requests: 1,
  },
  {
    name: "rate-limit-for-ever",
    reply: () => ({ status: 429, retryAfter: 1, error: { message: "Slow down" } }),
    exit: 1,
    code: "MODEL_RATE_LIMITED",
    requests: 5,
  },
  {
    name: "no-quota",
    reply: failing(429, { message: "You exceeded your current quota", code: "insufficient_quota" }),
    exit: 1,
    code: "MODEL_QUOTA_EXHAUSTED",
    requests: 1,
  },
  {
    name: "server-error-once",
    reply: (turn) => (turn === 0 ? { status: 503, error: { message: "Overloaded" } } : DONE),
    exit: 0,
    requests: 2,
    events: ["call.attempt_failed"],
  },
  {
    name: "server-error-mid-run",
    reply: (turn) =>
      turn === 0
        ? { toolCalls: [readCall()] }
        : turn === 1
          ? { status: 500, error: { message: "Internal" } }
          : DONE,
    exit: 0,
    requests: 3,
    outcomes: ["ok"],
    events: ["call.attempt_failed"],
  },
  {
    name: "server-error-for-ever",
    reply: failing(500, { message: "Internal" }),
    exit: 1,
    code: "MODEL_UNAVAILABLE",
    requests: 5,
  },
  {
    name: "key-refused",
    reply: failing(401, { message: "Incorrect API key provided", code: "invalid_api_key" }),
    exit: 1,
    code: "MODEL_REFUSED_KEY",
    requests: 1,
  },
  {
    name: "model-unknown",
    reply: failing(404, { message: "The model does not exist", code: "model_not_found" }),
    exit: 1,
    code: "MODEL_NOT_FOUND",
    requests: 1,
  },
  {
    name: "request-refused",
    reply: failing(400, { message: "Unsupported value" }),
    exit: 1,
    code: "MODEL_REQUEST_INVALID",
    requests: 1,
  },
  {
    name: "tools-refused",
    reply: (turn, request) =>
      request.tools !== undefined
        ? { status: 400, error: { message: "registry.ollama.ai/library/gemma:2b does not support tools" } }
        : turn === 1
          ? { content: 'Thought: look\nAction: read_file\nAction Input: {"path":"notes.txt"}' }
          : { content: "Final Answer: It is heron." },
    exit: 0,
    requests: 3,
    outcomes: ["ok"],
    says: '"fallback":"text_tools"',
  },
  {
    name: "context-too-long",
    reply: failing(400, {
      message: "This model's maximum context length is 4096 tokens",
      code: "context_length_exceeded",
    }),
    exit: 1,
    code: "CONTEXT_TOO_LONG",
    requests: (count) => count <= 2,
  },
];

/** The response is cut after this many chunks: the role, pieces of the text or call, and finally the finish reason. */
const CUTS: readonly ModelCase[] = [
  ...[1, 2, 4].map((chunks): ModelCase => ({
    name: `cut-text-${chunks}`,
    reply: () => DONE,
    firstDelivery: { truncateAfterChunks: chunks, chunkSize: 4 },
    exit: 0,
    requests: 2,
    events: ["call.attempt_failed"],
  })),
  {
    name: "cut-before-the-end-mark",
    // The mock breaks the connection where it cuts, which may lose the last chunk; this response ends properly.
    front: (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"choices":[{"index":0,"delta":{"content":"It is heron."}}]}\n\n');
      response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n');
      return true;
    },
    exit: 0,
    requests: 1,
    says: "It is heron.",
  },
  ...[1, 2, 3, 5].map((chunks): ModelCase => ({
    name: `cut-call-${chunks}`,
    reply: (_, request) =>
      request.messages.some((message) => message.role === "tool") ? DONE : { toolCalls: [readCall()] },
    firstDelivery: { truncateAfterChunks: chunks, chunkSize: 8 },
    exit: 0,
    requests: (count) => count === 3,
    outcomes: ["ok"],
    events: ["call.attempt_failed"],
  })),
  {
    name: "cut-before-the-first-byte",
    reply: () => DONE,
    // The mock sends headers late; this case breaks the connection before any.
    front: (response, turn) => {
      if (turn > 0) return false;
      response.destroy();
      return true;
    },
    exit: 0,
    requests: 2,
    events: ["call.attempt_failed"],
  },
  {
    name: "cut-before-the-first-chunk",
    reply: () => DONE,
    front: (response, turn) => {
      if (turn > 0) return false;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end();
      return true;
    },
    exit: 0,
    requests: 2,
    events: ["call.attempt_failed"],
  },
  {
    name: "cut-for-ever",
    reply: () => DONE,
    front: (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"choices":[{"index":0,"delta":{"content":"It i"}}]}\n\n', () =>
        response.destroy(),
      );
      return true;
    },
    exit: 1,
    code: "MODEL_UNAVAILABLE",
    requests: 5,
  },
  {
    name: "slow-first-byte",
    reply: () => DONE,
    firstDelivery: { chaos: { latencyMs: 2_500 } },
    exit: 0,
    requests: 1,
  },
  {
    name: "slow-chunks",
    reply: () => DONE,
    firstDelivery: { streamingProfile: { ttft: 600, tps: 5 }, chunkSize: 4 },
    exit: 0,
    requests: 1,
  },
];

const LOOPS: readonly ModelCase[] = [
  {
    name: "identical-calls-for-ever",
    reply: (turn, request) =>
      request.tools === undefined ? { content: "I got stuck." } : { toolCalls: [readCall(`call_${turn}`)] },
    exit: 1,
    code: "DOOM_LOOP",
    requests: (count) => count <= 8,
    events: ["loop.detected"],
  },
  {
    name: "alternating-calls-for-ever",
    reply: (turn, request) =>
      request.tools === undefined
        ? { content: "I got stuck." }
        : { toolCalls: [readCall(`call_${turn}`, turn % 2 === 0 ? "notes.txt" : "more.txt")] },
    exit: 1,
    code: "DOOM_LOOP",
    requests: (count) => count <= 14,
    events: ["loop.detected"],
  },
  {
    name: "new-arguments-for-ever",
    reply: (turn, request) =>
      request.tools === undefined
        ? { content: "I got stuck." }
        : {
            toolCalls: [
              {
                id: `call_${turn}`,
                name: "calculator",
                arguments: JSON.stringify({ expression: `${turn} * 3 + 1` }),
              },
            ],
          },
    exit: 1,
    code: "LIMIT_REACHED",
    requests: (count) => count <= 51,
    events: ["limit.reached"],
  },
  {
    name: "polling-that-changes",
    reply: (turn, _, folder) => {
      if (turn === 9) return DONE;
      if (turn === 0) writeFileSync(path.join(folder, "status.txt"), "");
      appendFileSync(path.join(folder, "status.txt"), `part ${turn} is built\n`);
      return { toolCalls: [readCall(`call_${turn}`, "status.txt")] };
    },
    exit: 0,
    requests: 10,
    outcomes: Array.from({ length: 9 }, () => "ok"),
  },
];

/** All cases; their names are model names. */
export const MODEL_CASES: readonly ModelCase[] = [...ANSWER_CASES, ...FAILURES, ...CUTS, ...LOOPS];
