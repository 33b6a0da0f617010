import http from "node:http";
import https from "node:https";
import type { HttpRequest, HttpResponse, HttpTransport } from "@goaltrace/core/ports";
import { createCheckedLookup, forbiddenHost, type Resolve } from "./checked-lookup.ts";
import { decompress } from "./decompress.ts";
import { isMetadataHost } from "./metadata-hosts.ts";
import { createTurns } from "./take-turns.ts";
import {
  CONCURRENT_ANSWERS_WITHOUT_TURNS,
  ANSWERS_PER_TURN,
  DRAIN_MAX_BYTES,
  DRAIN_MAX_MS,
  IDLE_SOCKET_MS,
  MAX_IDLE_SOCKETS,
} from "../tunables.ts";

/**
 * Creates a transport over Node's HTTP client with kept-alive connections: a third of the CPU time of `fetch`, and no web stream between
 * socket and reader. Idle connections close after four seconds, or sooner if the server requests it, and never keep the process alive.
 * Requests uncompressed responses, but decompresses compressed ones. Ignores proxy variables. When many responses are in progress, those
 * that end together are handed over a few per turn of the event loop. Rejects with NOT_ALLOWED, before anything is sent, if the host is a
 * cloud's metadata service or its name resolves to one.
 */
export function createHttpTransport(resolve?: Resolve): HttpTransport {
  const lookup = createCheckedLookup(resolve);
  const options = { keepAlive: true, timeout: IDLE_SOCKET_MS, maxFreeSockets: MAX_IDLE_SOCKETS, lookup };
  const turn = createTurns(ANSWERS_PER_TURN);
  let inProgress = 0;
  const waitForTurn = async (): Promise<void> => {
    if (inProgress > CONCURRENT_ANSWERS_WITHOUT_TURNS) await turn();
  };
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) } as const;
  return {
    send: async (request) =>
      await new Promise((resolve, reject) => {
        const url = new URL(request.url);
        if (url.protocol !== "http:" && url.protocol !== "https:")
          throw new TypeError(`${url.protocol} is not supported for a model's endpoint`);
        if (request.signal.aborted) throw aborted();
        // Addresses are not looked up.
        if (isMetadataHost(url.hostname)) throw forbiddenHost(url.hostname);
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
          // Without an error: a connection just freed by a response's last byte has no error listener.
          outgoing.destroy();
        };
        request.signal.addEventListener("abort", abort, { once: true });
        outgoing.on("error", reject);
        inProgress += 1;
        outgoing.once("close", () => {
          inProgress -= 1;
          request.signal.removeEventListener("abort", abort);
        });
        outgoing.once("response", (incoming) => resolve(toAnswer(incoming, { request, waitForTurn })));
        // The body is sent in one piece with a known length, so that headers and body leave together.
        outgoing.end(request.body);
      }),
  };
}

/** The request of a response, and the turn its reader waits for at the end. */
type AnswerContext = { readonly request: HttpRequest; waitForTurn(): Promise<void> };

function toAnswer(incoming: http.IncomingMessage, context: AnswerContext): HttpResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers[name] = typeof value === "string" ? value : value.join(", ");
  return {
    status: incoming.statusCode ?? 0,
    headers,
    read: async (take) => {
      await readBody(incoming, { request: context.request, take });
      await context.waitForTurn();
    },
  };
}

async function readBody(
  incoming: http.IncomingMessage,
  reader: { readonly request: HttpRequest; take(bytes: Uint8Array): boolean | Promise<boolean> },
): Promise<void> {
  const body = decompress(incoming);
  await new Promise<void>((resolve, reject) => {
    let isDone = false;
    const settle = (thrown: unknown): void => {
      if (isDone) return;
      isDone = true;
      if (thrown === null) resolve();
      else
        reject(
          thrown instanceof Error ? thrown : new Error("The response could not be read.", { cause: thrown }),
        );
    };
    const fail = (thrown: unknown): void => {
      settle(thrown);
      incoming.destroy();
    };
    const proceed = (wantsMore: boolean): void => {
      if (wantsMore || isDone) return;
      settle(null);
      drain(incoming);
    };
    body.on("data", (bytes: Buffer) => {
      if (isDone) return;
      try {
        const taken = reader.take(bytes);
        if (typeof taken === "boolean") {
          proceed(taken);
          return;
        }
        body.pause();
        taken.then((wantsMore) => {
          proceed(wantsMore);
          body.resume();
        }, fail);
      } catch (thrown) {
        fail(thrown);
      }
    });
    body.once("end", () => settle(null));
    // A broken connection closes the body before its end, with or without an error.
    const onBroken = (thrown?: Error): void =>
      settle(reader.request.signal.aborted ? aborted() : (thrown ?? new Error("the connection broke")));
    body.once("error", onBroken);
    body.once("close", () => onBroken());
    if (body.destroyed && !body.readableEnded) onBroken();
  });
}

/** Reads the rest of a response so that its connection can be reused; closes the connection when the rest is too large or too slow. */
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

function aborted(): Error {
  return new DOMException("the request was aborted", "AbortError");
}
