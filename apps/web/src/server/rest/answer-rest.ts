import { randomUUID } from "node:crypto";
import { GoaltraceError } from "@goaltrace/core";
import { ZodError } from "zod";
import { failureResponse } from "../http/failure-response.ts";
import { publicFailure } from "../http/failure-status.ts";
import { waitFor } from "../http/call-limit.ts";
import { limitedBody } from "../http/limited-body.ts";
import { countRequest } from "../metrics/counters.ts";
import type { Runtime } from "../runtime.ts";
import { authenticateKey } from "./authenticate-key.ts";
import type { Endpoint } from "./endpoint.ts";
import { KEY_LIMIT } from "./key-limit.ts";

/** A revoked key, a lost role or membership ends open streams within this time. */
const RECHECK_MS = 3_000;

/** Answers one request: key, scope and role first, then the input, then the endpoint's work. */
export async function answerRest(
  endpoint: Endpoint,
  request: Request,
  where: { readonly runtime: Runtime; readonly params: Readonly<Record<string, string>> },
): Promise<Response> {
  const { runtime, params } = where;
  const { headers, signal } = request;
  const requestId = randomUUID();
  let retryAfterSeconds: number | null = null;
  try {
    const caller = await authenticateKey(runtime, headers, endpoint.scope);
    retryAfterSeconds = await waitFor(runtime.stores.callCounts, `key ${caller.holder.id}`, KEY_LIMIT);
    if (retryAfterSeconds !== null) throw tooMany(retryAfterSeconds);
    let checkedAt = runtime.clock.now();
    const assertCanWatch = async (): Promise<void> => {
      const now = runtime.clock.now();
      if (now - checkedAt < RECHECK_MS) return;
      checkedAt = now;
      await authenticateKey(runtime, headers, endpoint.scope);
    };
    const answer = await endpoint.answer(
      { ...caller, runtime, requestId, headers, signal, assertCanWatch },
      {
        path: params,
        query: Object.fromEntries(new URL(request.url).searchParams),
        body: endpoint.body === null ? {} : await jsonBody(request),
      },
    );
    if (answer instanceof Response) return countRequest("rest", answer);
    const response = Response.json(answer, {
      status: endpoint.status,
      headers: { "cache-control": "no-store", "x-request-id": requestId },
    });
    return countRequest("rest", response);
  } catch (thrown) {
    const failure = publicFailure(thrown instanceof ZodError ? invalid(thrown) : thrown, requestId);
    if (failure.code === "INTERNAL")
      runtime.logger.error("endpoint failed", {
        endpoint: endpoint.name,
        requestId,
        stack: thrown instanceof Error ? thrown.stack : String(thrown),
      });
    const response = failureResponse(failure, requestId);
    if (failure.code === "NOT_SIGNED_IN") response.headers.set("www-authenticate", "Bearer");
    if (retryAfterSeconds !== null) response.headers.set("retry-after", String(retryAfterSeconds));
    return countRequest("rest", response);
  }
}

function tooMany(seconds: number): GoaltraceError {
  return new GoaltraceError({
    code: "RATE_LIMITED",
    message: `This key has sent more than ${KEY_LIMIT.limit} requests within a minute.`,
    fix: `Wait ${seconds} s, as Retry-After says; follow a run by its event stream instead of asking again and again.`,
  });
}

async function jsonBody(request: Request): Promise<unknown> {
  const text = new TextDecoder().decode(await limitedBody(request));
  try {
    return JSON.parse(text);
  } catch {
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "The body is not JSON.",
      fix: "Send a JSON object with content-type application/json.",
    });
  }
}

function invalid(error: ZodError): GoaltraceError {
  const fields = error.issues
    .map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`)
    .join("; ");
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: fields.slice(0, 500),
    fix: "Correct the named fields; /api/openapi.json describes them.",
  });
}
