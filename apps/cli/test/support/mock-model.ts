import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type ChatRequest, parseChatRequest } from "./chat-request.ts";

/** A reply of the mock: text, perhaps after reasoning, calls, or an error status with the `error` object of its body. */
export type MockAnswer =
  | { readonly text: string; readonly reasoning?: string }
  | { readonly calls: readonly { readonly name: string; readonly arguments: object }[] }
  | { readonly status: number; readonly error: object };

/** The tokens that every answer reports. */
type MockUsage = { readonly input: number; readonly output: number };

export type MockModel = {
  readonly baseUrl: string;
  /** Request bodies as received, in order. */
  readonly bodies: readonly string[];
  /** Faults of requests; empty when all were valid. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
};

/** The pause of an answer at a place: milliseconds, or the promise of a test that decides when it ends. */
type Pause = (place: "before" | "middle") => number | Promise<void>;

/** Starts an OpenAI-compatible endpoint over HTTP. It makes a pause before each answer and again in the middle of its stream. */
export async function startMockModel(
  answer: (request: ChatRequest) => MockAnswer | Promise<MockAnswer>,
  pause: Pause = () => 0,
  usage: MockUsage = { input: 100, output: 10 },
): Promise<MockModel> {
  const bodies: string[] = [];
  const complaints: string[] = [];
  let calls = 0;
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(incoming);
    bodies.push(body);
    const reply = await answer(parseChatRequest(body));
    await waitFor(pause("before"));
    if ("status" in reply) {
      response.writeHead(reply.status, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: reply.error }));
      return;
    }
    const deltas =
      "text" in reply
        ? [...reasoningDeltas(reply.reasoning ?? ""), ...textDeltas(reply.text)]
        : reply.calls.map((call, index) => ({
            tool_calls: [
              {
                index,
                id: `call_${(calls += 1)}`,
                type: "function",
                function: { name: call.name, arguments: JSON.stringify(call.arguments) },
              },
            ],
          }));
    await stream(response, { deltas, finish: "text" in reply ? "stop" : "tool_calls", pause, usage });
  };
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((thrown: unknown) => {
      complaints.push(String(thrown));
      if (!response.headersSent) response.writeHead(400);
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the mock has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    bodies,
    complaints,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function waitFor(pause: number | Promise<void>): Promise<void> {
  await (typeof pause === "number" ? sleep(pause) : pause);
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let body = "";
  incoming.setEncoding("utf8");
  for await (const piece of incoming) body += String(piece);
  return body;
}

function textDeltas(text: string): readonly object[] {
  const half = Math.ceil(text.length / 2);
  return [{ content: text.slice(0, half) }, { content: text.slice(half) }];
}

function reasoningDeltas(text: string): readonly object[] {
  return text === "" ? [] : [{ reasoning_content: text }];
}

async function stream(
  response: ServerResponse,
  answer: {
    readonly deltas: readonly object[];
    readonly finish: string;
    readonly pause: Pause;
    readonly usage: MockUsage;
  },
): Promise<void> {
  const send = (choices: readonly object[], rest: object = {}): void => {
    response.write(
      `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "mock", choices, ...rest })}\n\n`,
    );
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  const middle = Math.floor(answer.deltas.length / 2);
  for (const [index, delta] of answer.deltas.entries()) {
    if (index === middle) await waitFor(answer.pause("middle"));
    send([{ index: 0, delta, finish_reason: null }]);
  }
  send([{ index: 0, delta: {}, finish_reason: answer.finish }]);
  const { input, output } = answer.usage;
  send([], { usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output } });
  response.end("data: [DONE]\n\n");
}
