import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A tool call as a provider would stream it. */
export type WireCall = { readonly id?: string; readonly name: string; readonly arguments: string };

/** An answer in OpenAI's terms. */
export type WireAnswer = {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly WireCall[];
  readonly finish?: string;
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
};

type End = "close" | "break" | "hang" | "comments";

/** The server's response to one request. */
export type Reply =
  | { readonly kind: "answer"; readonly answer: WireAnswer }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly error?: unknown;
    }
  /** The bytes of a stream; the connection is then closed, broken, left silent, or kept alive by comments. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly end: End }
  /** An answer as one JSON document instead of a stream. */
  | { readonly kind: "document"; readonly body: unknown }
  /** A response of any kind, written as it is. */
  | {
      readonly kind: "raw";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** Never answers. */
  | { readonly kind: "silence" };

export type ReceivedRequest = {
  readonly body: string;
  readonly authorization: string | undefined;
  readonly path: string;
};

export type ModelServer = {
  readonly baseUrl: string;
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
};

/** Starts a Chat Completions server. `reply` receives the request and its position, counted from 0, and may be asynchronous. */
export async function startModelServer(
  reply: (request: ReceivedRequest, position: number) => Reply | Promise<Reply>,
): Promise<ModelServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    void readBody(incoming).then(async (body) => {
      const request = { body, authorization: incoming.headers.authorization, path: incoming.url ?? "" };
      requests.push(request);
      send(response, await reply(request, requests.length - 1));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces).toString("utf8");
}

function send(response: ServerResponse, reply: Reply): void {
  switch (reply.kind) {
    case "answer":
      sendBytes(response, encodeStream(reply.answer), "close");
      return;
    case "bytes":
      sendBytes(response, reply.bytes, reply.end);
      return;
    case "status":
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(JSON.stringify(reply.error === undefined ? {} : { error: reply.error }));
      return;
    case "document":
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(reply.body));
      return;
    case "raw":
      response.writeHead(reply.status, { ...reply.headers });
      response.end(reply.body);
      return;
    case "silence":
      return;
  }
}

const COMMENT_EVERY_MS = 15;

function sendBytes(response: ServerResponse, bytes: Uint8Array, end: End): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  response.write(bytes, () => {
    if (end === "close") response.end();
    if (end === "break") response.destroy();
    if (end !== "comments") return;
    const timer = setInterval(() => response.write(": OPENROUTER PROCESSING\n\n"), COMMENT_EVERY_MS);
    response.once("close", () => clearInterval(timer));
  });
}

/** Encodes an answer as server-sent events: text in three parts, each call's arguments in two, then finish reason, usage and end mark. */
export function encodeStream(answer: WireAnswer): Uint8Array {
  const chunk = (delta: object, finish: string | null = null): object => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "mock",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const chunks: object[] = [chunk({ role: "assistant", content: "" })];
  for (const piece of splitText(answer.reasoning ?? "", 2)) chunks.push(chunk({ reasoning_content: piece }));
  for (const piece of splitText(answer.text ?? "", 3)) chunks.push(chunk({ content: piece }));
  for (const [index, call] of (answer.calls ?? []).entries()) {
    const [first = "", ...rest] = splitText(call.arguments, 2);
    const { id, name } = call;
    chunks.push(
      chunk({
        tool_calls: [
          {
            index,
            ...(id === undefined ? {} : { id }),
            type: "function",
            function: { name, arguments: first },
          },
        ],
      }),
    );
    for (const piece of rest) chunks.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  const defaultFinish = (answer.calls ?? []).length > 0 ? "tool_calls" : "stop";
  chunks.push(chunk({}, answer.finish ?? defaultFinish));
  const { prompt_tokens, completion_tokens } = answer.usage ?? { prompt_tokens: 100, completion_tokens: 10 };
  chunks.push({
    id: "chatcmpl-1",
    choices: [],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  });
  return new TextEncoder().encode(
    `${chunks.map((item) => `data: ${JSON.stringify(item)}\n\n`).join("")}data: [DONE]\n\n`,
  );
}

function splitText(text: string, count: number): string[] {
  if (text === "") return [];
  const size = Math.ceil(text.length / count);
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}
