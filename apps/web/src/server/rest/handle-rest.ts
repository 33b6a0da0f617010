import { randomUUID } from "node:crypto";
import { GoaltraceError } from "@goaltrace/core";
import { ZodError } from "zod";
import { failureResponse, setRetryAfter } from "../http/failure-response.ts";
import { parseRequestJson } from "../http/bounded-input.ts";
import { limitedBody } from "../http/limited-body.ts";
import { reportFailure } from "../http/report-failure.ts";
import { countRequest } from "../metrics/counters.ts";
import type { Runtime } from "../runtime.ts";
import { authenticateKey } from "./authenticate-key.ts";
import type { Endpoint } from "./endpoint.ts";
import { countKeyRequest } from "./key-limit.ts";

/** Handles one request: checks key, scope, role and rate limit, then validates the input, then runs the endpoint. */
export async function handleRest(
  endpoint: Endpoint,
  request: Request,
  environment: { readonly runtime: Runtime; readonly params: Readonly<Record<string, string>> },
): Promise<Response> {
  const { runtime, params } = environment;
  const { headers, signal } = request;
  const requestId = randomUUID();
  try {
    const caller = await authenticateKey(runtime, headers, endpoint.scope);
    await countKeyRequest(runtime, caller.holder);
    const answer = await endpoint.answer(
      { ...caller, runtime, requestId, headers, signal },
      {
        path: params,
        query: Object.fromEntries(new URL(request.url).searchParams),
        body:
          endpoint.body === null
            ? {}
            : parseRequestJson(new TextDecoder().decode(await limitedBody(request))),
      },
    );
    if (answer instanceof Response) return countRequest("rest", answer);
    const response = Response.json(answer, {
      status: endpoint.status,
      headers: { "cache-control": "no-store", "x-request-id": requestId },
    });
    return countRequest("rest", response);
  } catch (thrown) {
    const failure = reportFailure(thrown instanceof ZodError ? invalidInput(thrown) : thrown, {
      ...{ logger: runtime.logger, requestId, place: endpoint.name },
    });
    const response = failureResponse(failure, requestId);
    if (failure.code === "NOT_SIGNED_IN") response.headers.set("www-authenticate", "Bearer");
    setRetryAfter(response, thrown);
    return countRequest("rest", response);
  }
}

function invalidInput(error: ZodError): GoaltraceError {
  const fields = error.issues
    .map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`)
    .join("; ");
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: fields.slice(0, 500),
    fix: "Correct these fields; /api/openapi.json documents them.",
  });
}
