import { randomUUID } from "node:crypto";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { publicFailure } from "../http/failure-status.ts";
import { failureResponse } from "../http/failure-response.ts";
import { withLimitedBody } from "../http/limited-body.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { countRequest } from "../metrics/counters.ts";
import { getRuntime } from "../runtime.ts";
import { appRouter } from "./root.ts";

/** Our pages batch a handful of queries; a larger batch comes from another program. */
const MAX_BATCH_SIZE = 20;

/** Handles one tRPC request: checks origin, body size and session, then lets the procedure decide on access. */
export async function handleTrpc(request: Request): Promise<Response> {
  const requestId = randomUUID();
  try {
    const runtime = await getRuntime();
    if (request.method === "POST" && !isSameOrigin(request.headers, runtime.publicUrl)) {
      return failureResponse(
        {
          code: "NOT_ALLOWED",
          message: "Cross-site requests are not allowed.",
          fix: "Send the request from this server's own pages.",
        },
        requestId,
      );
    }
    const limited = await withLimitedBody(request);
    const person = await runtime.auth.findPerson(request.headers);
    const response = await fetchRequestHandler({
      endpoint: "/api/trpc",
      req: limited,
      router: appRouter,
      maxBatchSize: MAX_BATCH_SIZE,
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
