import { randomUUID } from "node:crypto";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { publicFailure } from "../http/failure-status.ts";
import { failureResponse } from "../http/failure-response.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { getRuntime } from "../runtime.ts";
import { appRouter } from "./root.ts";

/** A page asks for a handful of things at once; more is not a page of ours. */
const BATCH_LARGEST = 20;
/** The longest text with its envelope, doubled for escapes. */
const BODY_LARGEST_BYTES = 1_000_000;

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
    if (Number(request.headers.get("content-length") ?? 0) > BODY_LARGEST_BYTES) {
      return failureResponse(
        {
          code: "INVALID_INPUT",
          message: "The request is larger than 1 MB.",
          fix: "Put long texts into a file of the project folder.",
        },
        requestId,
      );
    }
    const person = await runtime.auth.personOf(request.headers);
    return await fetchRequestHandler({
      endpoint: "/api/trpc",
      req: request,
      router: appRouter,
      maxBatchSize: BATCH_LARGEST,
      createContext: () => ({ runtime, person, requestId, headers: request.headers }),
      responseMeta: () => ({
        headers: new Headers({ "cache-control": "no-store", "x-request-id": requestId }),
      }),
    });
  } catch (thrown) {
    return failureResponse(publicFailure(thrown, requestId), requestId);
  }
}
