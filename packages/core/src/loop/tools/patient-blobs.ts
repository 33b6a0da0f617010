import { GoaltraceError } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Clock } from "../../ports/clock.ts";
import { DATABASE_RETRY_MS } from "../../tunables.ts";
import type { LinkedAbort } from "../link-abort.ts";

/**
 * Returns blobs that wait while the database is away, so that its outage is not taken for the failure of a tool. An operation repeats until
 * it succeeds or the call aborts; then it rejects with DATABASE_UNAVAILABLE. The wait does not count toward the time limit of the call.
 */
export function patientBlobs(
  blobs: BlobStore,
  clock: Clock,
  call: Pick<LinkedAbort, "signal" | "suspendLimit">,
): BlobStore {
  const { signal } = call;
  const patiently = async <Result>(operation: () => Promise<Result>): Promise<Result> => {
    let resumeLimit: (() => void) | null = null;
    try {
      for (;;) {
        const attempt = await settle(operation);
        if (attempt.isDone) return attempt.result;
        if (signal.aborted) throw attempt.outage;
        resumeLimit ??= call.suspendLimit();
        await clock.sleep(DATABASE_RETRY_MS, signal).catch(() => undefined);
      }
    } finally {
      resumeLimit?.();
    }
  };
  return {
    put: async (scope, blob) => await patiently(async () => await blobs.put(scope, blob)),
    get: async (scope, sha256) => await patiently(async () => await blobs.get(scope, sha256)),
    getMany: async (scope, sha256s) => await patiently(async () => await blobs.getMany(scope, sha256s)),
    page: async (...request) => await patiently(async () => await blobs.page(...request)),
    sweep: blobs.sweep,
  };
}

type Attempt<Result> =
  | { readonly isDone: true; readonly result: Result }
  | { readonly isDone: false; readonly outage: GoaltraceError };

/** Tries an operation. Rejects with any error other than DATABASE_UNAVAILABLE. */
async function settle<Result>(operation: () => Promise<Result>): Promise<Attempt<Result>> {
  try {
    return { isDone: true, result: await operation() };
  } catch (thrown) {
    if (thrown instanceof GoaltraceError && thrown.code === "DATABASE_UNAVAILABLE")
      return { isDone: false, outage: thrown };
    throw thrown;
  }
}
