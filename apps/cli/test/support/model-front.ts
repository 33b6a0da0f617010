import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parseChatRequest } from "./chat-request.ts";

/** Handles a response itself when the mock cannot; returns true when it did. */
export type FrontHandler = (response: ServerResponse, turn: number, body: string) => boolean;

/** A received request with its fault; null when it is valid. */
export type SeenRequest = { readonly model: string; readonly body: string; readonly fault: string | null };

export type Front = {
  readonly baseUrl: string;
  /** Returns all requests to a model, in order. */
  seen(model: string): readonly SeenRequest[];
  close(): Promise<void>;
};

/**
 * A proxy in front of a mock at `target`: records each body byte for byte, validates it against the rules of Chat Completions and forwards
 * it. `rewrite` changes the response where the mock's features are insufficient.
 */
export async function startFront(
  target: string,
  special: {
    readonly handlers: ReadonlyMap<string, FrontHandler>;
    readonly rewrite: ReadonlyMap<string, (line: string) => string>;
  },
): Promise<Front> {
  const requests: SeenRequest[] = [];
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(incoming);
    const { model } = readModel(body);
    const turn = requests.filter((request) => request.model === model).length;
    requests.push({ model, body, fault: findFault(body) });
    if (special.handlers.get(model)?.(response, turn, body) === true) return;
    const answer = await fetch(`${target}${incoming.url ?? ""}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders();
    const rewrite = special.rewrite.get(model) ?? ((text: string): string => text);
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) response.write(rewrite(decoder.decode(bytes)));
    response.end();
  };
  const server = createServer((incoming, response) => {
    // A stream that the mock cuts is cut here too.
    serve(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the front has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    seen: (model) => requests.filter((request) => request.model === model),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function readModel(body: string): { readonly model: string } {
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === "object" && parsed !== null && "model" in parsed
    ? { model: String(parsed.model) }
    : { model: "" };
}

function findFault(body: string): string | null {
  try {
    parseChatRequest(body);
    return null;
  } catch (thrown) {
    return String(thrown);
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let body = "";
  incoming.setEncoding("utf8");
  for await (const piece of incoming) body += String(piece);
  return body;
}
