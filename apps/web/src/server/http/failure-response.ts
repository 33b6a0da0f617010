import type { Failure } from "@goaltrace/core";
import { httpStatusOf } from "./failure-status.ts";

/** A failure as REST says it: `{error:{code,message,fix,requestId}}`. */
export function failureResponse(failure: Failure, requestId: string): Response {
  return Response.json(
    { error: { ...failure, requestId } },
    {
      status: httpStatusOf(failure.code),
      headers: { "cache-control": "no-store", "x-request-id": requestId },
    },
  );
}
