import { randomUUID } from "node:crypto";
import { countRequest } from "../metrics/counters.ts";
import { getRuntime } from "../runtime.ts";
import { failureResponse } from "./failure-response.ts";
import { publicFailure } from "./failure-status.ts";
import { withLimitedBody } from "./limited-body.ts";

/** Handles `/api/auth/*`: sign-in, sign-out, session. */
export async function handleAuth(request: Request): Promise<Response> {
  const requestId = randomUUID();
  try {
    const { auth } = await getRuntime();
    return countRequest("auth", await auth.handler(await withLimitedBody(request)));
  } catch (thrown) {
    return countRequest("auth", failureResponse(publicFailure(thrown, requestId), requestId));
  }
}
