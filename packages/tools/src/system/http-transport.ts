import http from "node:http";
import https from "node:https";
import { createBrotliDecompress, createGunzip, createInflate, constants, type Zlib } from "node:zlib";
import { pipeline, type Readable } from "node:stream";
import type { HttpResponse, HttpRequest, HttpTransport } from "@goaltrace/core";
import { createTurns } from "./take-turns.ts";
import {
  ANSWERS_AT_ONCE,
  ANSWERS_PER_TURN,
  DRAIN_MAX_BYTES,
  DRAIN_MAX_MS,
  FREE_SOCKET_MS,
  FREE_SOCKETS,
} from "../tunables.ts";

/**
 * Node's own HTTP with connections that are kept: a third of the CPU time of `fetch`, and no web stream between socket and reader. Free
 * connections are let go after four seconds, or sooner where the server says so, and never keep the process alive. Asks for an answer
 * that is not compressed; one that is comes out decompressed all the same. Proxies of the environment are not used. When many
 * answers are under way, those that end together are handed over one per turn of the event loop.
 */
export function createHttpTransport(): HttpTransport {
  const options = { keepAlive: true, timeout: FREE_SOCKET_MS, maxFreeSockets: FREE_SOCKETS };
  const turn = createTurns(ANSWERS_PER_TURN);
  let underWay = 0;
  const inTurn = async (): Promise<void> => {
    if (underWay > ANSWERS_AT_ONCE) await turn();
  };
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) } as const;
  return {
    send: async (request) =>
      await new Promise((resolve, reject) => {
        const url = new URL(request.url);
        if (url.protocol !== "http:" && url.protocol !== "https:")
          throw new TypeError(`${url.protocol} is no protocol for a model's endpoint`);
        if (request.signal.aborted) throw aborted();
        const outgoing = (url.protocol === "https:" ? https : http).request(url, {
          method: "POST",
          agent: agents[url.protocol],
          headers: {
            ...request.headers,
            "accept-encoding": "identity",
            "content-length": Buffer.byteLength(request.body),
          },
        });
        const abort = (): void => {
          reject(aborted());
          // Without an error: a connection that an answer's last byte has just set free has nobody who listens for one.
          outgoing.destroy();
        };
        request.signal.addEventListener("abort", abort, { once: true });
        outgoing.on("error", reject);
        underWay += 1;
        outgoing.once("close", () => {
          underWay -= 1;
          request.signal.removeEventListener("abort", abort);
        });
        outgoing.once("response", (incoming) => resolve(answerOf(incoming, { request, inTurn })));
        // One piece with its length known: head and body leave together.
        outgoing.end(request.body);
      }),
  };
}

/** The request that an answer is for, and what its reader waits for at the end. */
type Asked = { readonly request: HttpRequest; inTurn(): Promise<void> };

function answerOf(incoming: http.IncomingMessage, asked: Asked): HttpResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers[name] = typeof value === "string" ? value : value.join(", ");
  return {
    status: incoming.statusCode ?? 0,
    headers,
    read: async (take) => {
      await readBody(incoming, { request: asked.request, take });
      await asked.inTurn();
    },
  };
}

async function readBody(
  incoming: http.IncomingMessage,
  reader: { readonly request: HttpRequest; take(bytes: Uint8Array): boolean },
): Promise<void> {
  const body = decoded(incoming);
  await new Promise<void>((resolve, reject) => {
    let isDone = false;
    const settle = (thrown: unknown): void => {
      if (isDone) return;
      isDone = true;
      if (thrown === null) resolve();
      else
        reject(
          thrown instanceof Error ? thrown : new Error("The answer could not be read.", { cause: thrown }),
        );
    };
    body.on("data", (bytes: Buffer) => {
      if (isDone) return;
      try {
        if (reader.take(bytes)) return;
        settle(null);
        drain(incoming);
      } catch (thrown) {
        settle(thrown);
        incoming.destroy();
      }
    });
    body.once("end", () => settle(null));
    // A broken connection closes the body without its end, with or without an error.
    const broke = (thrown?: Error): void =>
      settle(reader.request.signal.aborted ? aborted() : (thrown ?? new Error("the connection broke")));
    body.once("error", broke);
    body.once("close", () => broke());
    if (body.destroyed && !body.readableEnded) broke();
  });
}

/** Lets the end of an answer arrive, so that its connection can be used again; gives the connection up when it does not come soon. */
function drain(incoming: http.IncomingMessage): void {
  if (incoming.complete) return;
  let bytes = 0;
  const timer = setTimeout(() => incoming.destroy(), DRAIN_MAX_MS).unref();
  incoming.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > DRAIN_MAX_BYTES) incoming.destroy();
  });
  incoming.once("close", () => clearTimeout(timer));
}

/** Pieces come out as soon as they can be read, not when a buffer is full. */
const FLUSH = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

function decoded(incoming: http.IncomingMessage): Readable {
  const decoder = decoderOf(incoming.headers["content-encoding"] ?? "identity");
  return decoder === null ? incoming : pipeline(incoming, decoder, () => undefined);
}

function decoderOf(encoding: string): (NodeJS.ReadWriteStream & Zlib & Readable) | null {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip(FLUSH);
    case "deflate":
      return createInflate(FLUSH);
    case "br":
      return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}

function aborted(): Error {
  return new DOMException("the request was given up", "AbortError");
}
