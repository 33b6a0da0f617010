import { createHash, randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createSystemClock } from "@goaltrace/core/system";
import { counters } from "../metrics/counters.ts";
import { createRefusedCallers, type RefusalLimit, type RefusedCallers } from "./refused-callers.ts";
import { createRetryWaits, requestKind, type RetryWaits } from "./retry-waits.ts";

const REQUEST_START = "http.server.request.start";
const TOO_MANY_REQUESTS = 429;
const MCP_PATH = " /api/mcp";
/** JSON-RPC's code of a failure of ours, as `handle-mcp.ts` sends it. */
const SERVER_ERROR = -32_000;
/** Answers to requests that a correct program does not repeat. It polls what is not there yet (404), tries what is still running (409) and asks for what a server may lack (405). */
const WRONG = new Set([400, 401, 403, 413, 415, 422]);

/** How many requests of a key may be wrong, and how many closed by the caller before their answer. */
export type EarlyLimits = { readonly wrong: RefusalLimit; readonly closed: RefusalLimit };

/**
 * A program that sends one wrong request a second notices it; one that floods the server with them costs little. Programs also cancel requests
 * that they no longer need, but not half of all that a key may send.
 */
const EARLY_LIMITS: EarlyLimits = {
  wrong: { limit: 60, windowMs: 60_000 },
  closed: { limit: 300, windowMs: 60_000 },
};

type Guards = {
  readonly limits: EarlyLimits;
  readonly wrong: RefusedCallers;
  readonly closed: RefusedCallers;
  readonly waits: RetryWaits;
};

/**
 * Answers RATE_LIMITED to requests of an API key before Next sees them, which costs more than anything else of a refused request, and without
 * keeping their bodies: to all of them once many were wrong or closed before their answer within a minute, and to those of a kind for which
 * an answer 429 asked it to wait. Returns a function that stops it for new servers.
 */
export function refuseEarly(limits: EarlyLimits = EARLY_LIMITS): () => void {
  const clock = createSystemClock();
  const guards: Guards = {
    limits,
    wrong: createRefusedCallers(clock, limits.wrong),
    closed: createRefusedCallers(clock, limits.closed),
    waits: createRetryWaits(clock),
  };
  const guarded = new WeakSet<Server>();
  const guardServer = (message: unknown): void => {
    if (!isStart(message) || guarded.has(message.server)) return;
    guarded.add(message.server);
    guard(message.server, guards);
  };
  subscribe(REQUEST_START, guardServer);
  return () => void unsubscribe(REQUEST_START, guardServer);
}

/** Puts itself in front of the listeners for requests, in time for the request that is about to be handled. */
function guard(server: Server, guards: Guards): void {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const caller = callerOf(request);
    if (caller !== null) {
      const kind = requestKind(request.method ?? "", request.url ?? "/");
      const refusal = refusalOf(guards, caller, kind);
      if (refusal !== null) {
        answer(response, kind, refusal);
        return;
      }
      response.once("close", () => note(guards, response, { caller, kind }));
    }
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** The API key of a request, as a hash, however its scheme is written; null for any other request. */
function callerOf({ headers }: IncomingMessage): string | null {
  const secret = /^Bearer (\S{1,200})$/i.exec(headers.authorization ?? "")?.[1];
  return secret === undefined ? null : createHash("sha256").update(secret).digest("base64");
}

/** Notes how a request ended: answered, or closed by its caller. A stream that is closed was answered. */
function note(
  { wrong, closed, waits }: Guards,
  response: ServerResponse,
  { caller, kind }: { readonly caller: string; readonly kind: string },
): void {
  if (!response.headersSent) closed.note(caller);
  else if (WRONG.has(response.statusCode)) wrong.note(caller);
  else if (response.statusCode === TOO_MANY_REQUESTS) {
    const seconds = Number(response.getHeader("retry-after"));
    if (seconds > 0) waits.note(caller, kind, seconds);
  }
}

type Refusal = { readonly seconds: number; readonly message: string; readonly fix: string };

function refusalOf({ limits, wrong, closed, waits }: Guards, caller: string, kind: string): Refusal | null {
  const within = ({ limit, windowMs }: RefusalLimit): string =>
    `${limit} requests of this key within ${windowMs / 1_000} s`;
  const wrongFor = wrong.secondsToWait(caller);
  if (wrongFor !== null)
    return {
      seconds: wrongFor,
      message: `${within(limits.wrong)} were wrong.`,
      fix: `Wait ${wrongFor} s (see Retry-After) and correct the requests; the answer to each named its fault.`,
    };
  const closedFor = closed.secondsToWait(caller);
  if (closedFor !== null)
    return {
      seconds: closedFor,
      message: `${within(limits.closed)} were closed by the caller before their answer.`,
      fix: `Wait ${closedFor} s (see Retry-After), and then for the answers: a closed request costs the server as much.`,
    };
  const retryFor = waits.secondsToWait(caller, kind);
  if (retryFor === null) return null;
  return {
    seconds: retryFor,
    message: "An earlier answer to a request of this kind asked this key to wait.",
    fix: `Wait ${retryFor} s (see Retry-After) and send the request again. Requests of other kinds are accepted.`,
  };
}

function answer(response: ServerResponse, kind: string, { seconds, message, fix }: Refusal): void {
  const requestId = randomUUID();
  const failure = { code: "RATE_LIMITED", message, fix, requestId };
  const isMcp = kind.endsWith(MCP_PATH);
  const error = isMcp ? { code: SERVER_ERROR, message: `${message} ${fix}`, data: failure } : failure;
  response.writeHead(TOO_MANY_REQUESTS, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "retry-after": String(seconds),
    "x-request-id": requestId,
  });
  response.end(JSON.stringify(isMcp ? { jsonrpc: "2.0", id: null, error } : { error }));
  const { requests } = counters();
  const key = `${isMcp ? "mcp" : "rest"} ${TOO_MANY_REQUESTS}`;
  requests.set(key, (requests.get(key) ?? 0) + 1);
}

type Start = { readonly server: Server };

function isStart(message: unknown): message is Start {
  return typeof message === "object" && message !== null && "server" in message;
}
