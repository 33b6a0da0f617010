import { parseJson } from "@goaltrace/core/parse-json";
import { z } from "zod";
import { createMessageReader, frame } from "./message-stream.ts";
import { MESSAGE_MAX_BYTES } from "./tunables.ts";

const received = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Requests and notifications over the streams of a server. */
export type RpcConnection = {
  /** Feeds what the server wrote. */
  receive(this: void, chunk: Buffer): void;
  /** Returns the result. Errors: `Error` with the server's message, when the server is gone, and when the signal aborts. */
  request(this: void, method: string, params: object, signal: AbortSignal): Promise<unknown>;
  notify(this: void, method: string, params: object): void;
  /** Rejects all requests that are still waiting. */
  end(this: void, reason: Error): void;
};

export type RpcOptions = {
  readonly write: (bytes: Buffer) => void;
  /** Answers a request of the server. */
  readonly answer: (method: string, params: unknown) => unknown;
  readonly onNotification: (method: string, params: unknown) => void;
  readonly onBroken: (reason: string) => void;
};

type Waiting = { resolve(result: unknown): void; reject(error: Error): void };

export function createRpcConnection({ write, answer, onNotification, onBroken }: RpcOptions): RpcConnection {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: Error | null = null;
  const send = (message: object): void => write(frame({ jsonrpc: "2.0", ...message }));
  const end = (reason: Error): void => {
    ended ??= reason;
    for (const call of waiting.values()) call.reject(ended);
    waiting.clear();
  };
  const broken = (reason: string): void => {
    end(new Error(`The language server is broken. ${reason}`));
    onBroken(reason);
  };
  const receive = createMessageReader({
    maxBytes: MESSAGE_MAX_BYTES,
    onBroken: broken,
    onMessage: (body) => {
      const message = readMessage(body);
      if (message === null) return broken("It sent something else than messages.");
      const { id, method, params, result, error } = message;
      if (method !== undefined) {
        if (id === undefined || id === null) onNotification(method, params);
        else send({ id, result: answer(method, params) ?? null });
        return;
      }
      const call = waiting.get(Number(id));
      waiting.delete(Number(id));
      if (error === undefined) call?.resolve(result);
      else call?.reject(new Error(error.message));
    },
  });
  return {
    receive,
    notify: (method, params) => send({ method, params }),
    request: async (method, params, signal) => {
      if (ended !== null) throw ended;
      signal.throwIfAborted();
      const id = (lastId += 1);
      const canceled = (): void => {
        waiting.get(id)?.reject(new Error("The language server did not answer in time."));
        if (waiting.delete(id)) send({ method: "$/cancelRequest", params: { id } });
      };
      signal.addEventListener("abort", canceled, { once: true });
      try {
        return await new Promise((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          send({ id, method, params });
        });
      } finally {
        signal.removeEventListener("abort", canceled);
      }
    },
    end,
  };
}

function readMessage(body: string): z.infer<typeof received> | null {
  try {
    return received.parse(parseJson(body));
  } catch {
    return null;
  }
}
