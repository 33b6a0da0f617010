import { randomUUID } from "node:crypto";
import { getRuntime } from "../runtime.ts";
import { failureResponse } from "./failure-response.ts";
import { publicFailure } from "./failure-status.ts";

/** Answers `/api/auth/*`: sign-in, sign-out, session. */
export async function handleAuth(request: Request): Promise<Response> {
  const requestId = randomUUID();
  try {
    return await (await getRuntime()).auth.handler(request);
  } catch (thrown) {
    return failureResponse(publicFailure(thrown, requestId), requestId);
  }
}
