import { type Failure, toFailure } from "@goaltrace/core/errors";
import type { Runtime } from "../runtime.ts";
import { publicFailure } from "./failure-status.ts";

/** Where a failure occurred. `logger` is null when the runtime itself could not start. */
export type FailurePlace = {
  readonly logger: Pick<Runtime["logger"], "info" | "warn" | "error"> | null;
  readonly requestId: string;
  /** The route or the kind of route, for the log. */
  readonly place: string;
  /** Logs expected failures too, such as a stream whose key was revoked. @default false */
  readonly logsAll?: boolean;
};

/**
 * Returns the failure that the caller sees for a thrown value, and logs what its text hides under the request id: unexpected errors with
 * their stack, an absent database with its reason.
 */
export function reportFailure(thrown: unknown, { logger, requestId, place, logsAll }: FailurePlace): Failure {
  const failure = publicFailure(thrown, requestId);
  const reason = toFailure(thrown).message;
  if (failure.code === "INTERNAL") {
    const stack = thrown instanceof Error ? thrown.stack : undefined;
    logger?.error("request failed", { place, requestId, message: reason, stack });
  } else if (failure.code === "DATABASE_UNAVAILABLE") {
    logger?.warn("request failed: database unavailable", { place, requestId, reason });
  } else if (logsAll === true) {
    logger?.info("request ended", { place, requestId, code: failure.code, reason });
  }
  return failure;
}
