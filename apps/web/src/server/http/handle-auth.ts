import { randomUUID } from "node:crypto";
import { countRequest } from "../metrics/counters.ts";
import { getRuntime } from "../runtime.ts";
import type { Runtime } from "../runtime.ts";
import { failureResponse } from "./failure-response.ts";
import { withLimitedBody } from "./limited-body.ts";
import { reportFailure } from "./report-failure.ts";

/** Handles `/api/auth/*`: sign-in, sign-out, session. */
export async function handleAuth(request: Request): Promise<Response> {
  const requestId = randomUUID();
  let logger: Runtime["logger"] | null = null;
  try {
    const { auth, ...runtime } = await getRuntime();
    logger = runtime.logger;
    return countRequest("auth", await auth.handler(await withLimitedBody(request)));
  } catch (thrown) {
    const failure = reportFailure(thrown, { logger, requestId, place: "auth" });
    return countRequest("auth", failureResponse(failure, requestId));
  }
}
