import { createHash, randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createSystemClock } from "@goaltrace/core/system";
import { counters } from "../metrics/counters.ts";
import { createRefusedCallers, type RefusalLimit, type RefusedCallers } from "./refused-callers.ts";

const REQUEST_START = "http.server.request.start";
const TOO_MANY_REQUESTS = 429;

/** A program that sends one wrong request a second notices it; one that floods the server with them costs little. */
const REFUSAL_LIMIT: RefusalLimit = { limit: 60, windowMs: 60_000 };

/**
 * Answers RATE_LIMITED to the requests of an API key of which many were refused within a minute (any status of 400 to 499): before Next sees
 * them, which costs more than anything else of a refused request, and without reading their bodies. Returns a function that stops it for new servers.
 */
export function refuseEarly(limit: RefusalLimit = REFUSAL_LIMIT): () => void {
  const callers = createRefusedCallers(createSystemClock(), limit);
  const guarded = new WeakSet<Server>();
  const guardServer = (message: unknown): void => {
    if (!isStart(message) || guarded.has(message.server)) return;
    guarded.add(message.server);
    guard(message.server, callers, limit);
  };
  subscribe(REQUEST_START, guardServer);
  return () => void unsubscribe(REQUEST_START, guardServer);
}

/** Puts itself in front of the listeners for requests, in time for the request that is about to be handled. */
function guard(server: Server, callers: RefusedCallers, limit: RefusalLimit): void {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const caller = callerOf(request);
    const seconds = caller === null ? null : callers.secondsToWait(caller);
    if (seconds !== null) {
      answer(response, seconds, limit);
      return;
    }
    if (caller !== null)
      response.once("finish", () => {
        if (response.statusCode >= 400 && response.statusCode < 500) callers.note(caller);
      });
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** The API key of a request, as a hash; null for any other request. */
function callerOf({ headers }: IncomingMessage): string | null {
  const { authorization } = headers;
  if (authorization === undefined || !/^Bearer /i.test(authorization)) return null;
  return createHash("sha256").update(authorization).digest("base64");
}

function answer(response: ServerResponse, seconds: number, { limit, windowMs }: RefusalLimit): void {
  const requestId = randomUUID();
  const error = {
    code: "RATE_LIMITED",
    message: `${limit} requests of this key were refused within ${windowMs / 1_000} s.`,
    fix: `Wait ${seconds} s (see Retry-After) and correct the requests; each refusal names its reason.`,
    requestId,
  };
  response.writeHead(TOO_MANY_REQUESTS, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "retry-after": String(seconds),
    "x-request-id": requestId,
  });
  response.end(JSON.stringify({ error }));
  const { requests } = counters();
  const key = `rest ${TOO_MANY_REQUESTS}`;
  requests.set(key, (requests.get(key) ?? 0) + 1);
}

type Start = { readonly server: Server };

function isStart(message: unknown): message is Start {
  return typeof message === "object" && message !== null && "server" in message;
}
