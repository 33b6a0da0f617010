import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Attacks on a worker by the answers of a model; the task of a run names one. */
export const HOSTILE_TASKS = ["pattern", "bomb", "endless"] as const;

/** Backtracks endlessly unless something limits it. */
const PATTERN = "([a-z-]+)+!";
const PIECE = "x".repeat(16_384);
const PIECE_EVERY_MS = 5;
/** The delay before the answer to a harmless task, as with a fast model. */
const ANSWER_MS = 100;

/** A model endpoint that attacks with the answers to `HOSTILE_TASKS`, and answers any other task briefly. */
export type HostileModel = { readonly baseUrl: string; close(): Promise<void> };

/** Starts the endpoint on this machine. */
export async function startHostileModel(): Promise<HostileModel> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("utf8");
  const task = HOSTILE_TASKS.find((each) => body.includes(`hostile ${each}`));
  response.writeHead(200, { "content-type": "text/event-stream" });
  const call = (part: string): object => ({
    tool_calls: [
      {
        index: 0,
        id: "call_1",
        type: "function",
        function: { name: "glob_files", arguments: part },
      },
    ],
  });
  switch (body.includes('"role":"tool"') ? undefined : task) {
    case "pattern":
      response.write(piece(call(JSON.stringify({ pattern: PATTERN })), null));
      end(response, "tool_calls");
      return;
    case "bomb":
      response.write(piece(call('{"pattern":"'), null));
      flood(response, () => piece({ tool_calls: [{ index: 0, function: { arguments: PIECE } }] }, null));
      return;
    case "endless":
      flood(response, () => piece({ content: PIECE }, null));
      return;
    case undefined:
      setTimeout(() => {
        response.write(piece({ content: "Done." }, null));
        end(response, "stop");
      }, ANSWER_MS);
  }
}

/** Writes until the client closes the connection. */
function flood(response: ServerResponse, next: () => string): void {
  const timer = setInterval(() => {
    if (response.writableNeedDrain) return;
    response.write(next());
  }, PIECE_EVERY_MS);
  response.once("close", () => clearInterval(timer));
}

function end(response: ServerResponse, finish: string): void {
  response.end(`${piece({}, finish)}data: [DONE]\n\n`);
}

function piece(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "mock", choices })}\n\n`;
}
