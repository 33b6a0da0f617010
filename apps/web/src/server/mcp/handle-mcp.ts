import { randomUUID } from "node:crypto";
import { type Failure, GoaltraceError } from "@goaltrace/core";
import { answerMcpRequest } from "@goaltrace/host/mcp-server";
import { parseRequestJson } from "../http/bounded-input.ts";
import { setRetryAfter } from "../http/failure-response.ts";
import { httpStatus } from "../http/failure-status.ts";
import { limitedBody } from "../http/limited-body.ts";
import { reportFailure } from "../http/report-failure.ts";
import { isOwnHost, isSameOrigin } from "../http/same-origin.ts";
import { countRequest } from "../metrics/counters.ts";
import type { Runtime } from "../runtime.ts";
import { authenticateMcp } from "./authenticate-mcp.ts";

/** JSON-RPC's codes for what goes wrong before a message is read. Those of our own errors are in `data`. */
const INVALID_REQUEST = -32_600;
const SERVER_ERROR = -32_000;

/** Handles one request of an MCP client: checks origin, key and rate limit, then reads one message, then answers it. */
export async function handleMcp(request: Request, runtime: Runtime): Promise<Response> {
  const requestId = randomUUID();
  const place = { logger: runtime.logger, requestId, place: "mcp" };
  try {
    assertNoForeignPage(request.headers, runtime.publicUrl);
    const caller = await authenticateMcp(runtime, request.headers);
    const body = request.method === "POST" ? await readMessage(request) : undefined;
    const response = await answerMcpRequest(withoutBody(request), body, {
      ...{ services: runtime, caller },
      toFailure: (thrown) => reportFailure(thrown, place),
      onError: (error) =>
        runtime.logger.warn("an MCP request was refused", { requestId, reason: error.message }),
    });
    response.headers.set("cache-control", "no-store");
    response.headers.set("x-request-id", requestId);
    return countRequest("mcp", response);
  } catch (thrown) {
    const failure = reportFailure(thrown, place);
    const response = refusal(failure, requestId);
    setRetryAfter(response, thrown);
    return countRequest("mcp", response);
  }
}

/**
 * A web page that has made its name point at this machine is of the same origin as what it asks for, so the name must be our own too. Programs
 * send none of these headers. Errors: NOT_ALLOWED.
 */
function assertNoForeignPage(headers: Headers, publicUrl: string | null): void {
  const isPage = headers.has("origin") || headers.has("sec-fetch-site");
  if (!isPage || (isSameOrigin(headers, publicUrl) && isOwnHost(headers, publicUrl))) return;
  throw new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "Web pages of other sites must not use this server.",
    fix: "Connect from a program. For a page of this server under another name, set GOALTRACE_URL to that address and restart it.",
  });
}

async function readMessage(request: Request): Promise<unknown> {
  const message = parseRequestJson(new TextDecoder().decode(await limitedBody(request)));
  if (!Array.isArray(message)) return message;
  // The limit of requests counts messages.
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: "Several messages in one request are not supported.",
    fix: "Send each message in a request of its own.",
  });
}

/** The body has been read, and a request whose body was read cannot be passed on. */
function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal });
}

function refusal(failure: Failure, requestId: string): Response {
  const code = failure.code === "INVALID_INPUT" ? INVALID_REQUEST : SERVER_ERROR;
  const error = { code, message: `${failure.message} ${failure.fix}`, data: { ...failure, requestId } };
  const headers = new Headers({ "cache-control": "no-store", "x-request-id": requestId });
  if (failure.code === "NOT_SIGNED_IN") headers.set("www-authenticate", "Bearer");
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: httpStatus(failure.code), headers });
}
