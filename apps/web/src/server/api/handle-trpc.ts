import { randomUUID } from "node:crypto";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { API_ENDPOINT, MAX_BATCH_SIZE } from "../../lib/query-url.ts";
import { assertRequestJson } from "../http/bounded-input.ts";
import { failureResponse } from "../http/failure-response.ts";
import { withLimitedBody } from "../http/limited-body.ts";
import { reportFailure } from "../http/report-failure.ts";
import { assertSameOrigin } from "../http/same-origin.ts";
import { countRequest } from "../metrics/counters.ts";
import { getRuntime } from "../runtime.ts";
import type { Runtime } from "../runtime.ts";
import { appRouter } from "./root.ts";
import { toTrpcError } from "./trpc.ts";

/** Handles one tRPC request: checks origin, body size and session, then lets the procedure decide on access. */
export async function handleTrpc(request: Request): Promise<Response> {
  const requestId = randomUUID();
  let logger: Runtime["logger"] | null = null;
  try {
    const runtime = await getRuntime();
    logger = runtime.logger;
    if (request.method === "POST") assertSameOrigin(request.headers, runtime.publicUrl);
    const limited = await withLimitedBody(request);
    assertRequestJson(new URL(request.url).searchParams.get("input") ?? "");
    const response = await fetchRequestHandler({
      endpoint: API_ENDPOINT,
      req: limited,
      router: appRouter,
      maxBatchSize: MAX_BATCH_SIZE,
      // Queries with a long text come as a body. Mutations never come as an address.
      allowMethodOverride: true,
      createContext: async () => {
        const session = await runtime.auth.findSession(request.headers).catch((thrown: unknown) => {
          // tRPC sends it in its own format, which is the only one that the pages can read.
          throw toTrpcError(thrown, { context: { requestId, runtime }, path: "session" });
        });
        const { person, id } = session ?? { person: null, id: null };
        return { runtime, person, sessionId: id, requestId, headers: request.headers };
      },
      responseMeta: () => ({
        headers: new Headers({ "cache-control": "no-store", "x-request-id": requestId }),
      }),
    });
    return countRequest("trpc", response);
  } catch (thrown) {
    const failure = reportFailure(thrown, { logger, requestId, place: "trpc" });
    return countRequest("trpc", failureResponse(failure, requestId));
  }
}
