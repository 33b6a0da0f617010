import { randomUUID } from "node:crypto";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { publicFailure } from "../http/failure-status.ts";
import { failureResponse } from "../http/failure-response.ts";
import { withLimitedBody } from "../http/limited-body.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { countRequest } from "../metrics/counters.ts";
import { getRuntime } from "../runtime.ts";
import { appRouter } from "./root.ts";

/** A page asks for a handful of things at once; more is not a page of ours. */
const BATCH_LARGEST = 20;

/** Answers one tRPC request: who asks, from where, how much; then the procedure's own gate decides. */
export async function handleTrpc(request: Request): Promise<Response> {
  const requestId = randomUUID();
  try {
    const runtime = await getRuntime();
    if (request.method === "POST" && !isSameOrigin(request.headers, runtime.publicUrl)) {
      return failureResponse(
        {
          code: "NOT_ALLOWED",
          message: "The request comes from another site.",
          fix: "Use the pages of this server.",
        },
        requestId,
      );
    }
    const limited = await withLimitedBody(request);
    const person = await runtime.auth.personOf(request.headers);
    const response = await fetchRequestHandler({
      endpoint: "/api/trpc",
      req: limited,
      router: appRouter,
      maxBatchSize: BATCH_LARGEST,
      createContext: () => ({ runtime, person, requestId, headers: request.headers }),
      responseMeta: () => ({
        headers: new Headers({ "cache-control": "no-store", "x-request-id": requestId }),
      }),
    });
    return countRequest("trpc", response);
  } catch (thrown) {
    return countRequest("trpc", failureResponse(publicFailure(thrown, requestId), requestId));
  }
}
