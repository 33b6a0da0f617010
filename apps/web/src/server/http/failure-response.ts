import { type Failure, GoaltraceError } from "@goaltrace/core";
import { httpStatus } from "./failure-status.ts";

/** Returns a failure as a REST response: `{error:{code,message,fix,requestId}}`. */
export function failureResponse(failure: Failure, requestId: string): Response {
  return Response.json(
    { error: { ...failure, requestId } },
    {
      status: httpStatus(failure.code),
      headers: { "cache-control": "no-store", "x-request-id": requestId },
    },
  );
}

/** Sets Retry-After when the error names a wait. */
export function setRetryAfter(response: Response, thrown: unknown): void {
  if (!(thrown instanceof GoaltraceError) || thrown.retryAfterSeconds === undefined) return;
  response.headers.set("retry-after", String(thrown.retryAfterSeconds));
}
