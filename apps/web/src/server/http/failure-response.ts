import type { Failure } from "@goaltrace/core";
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
