import { GoaltraceError } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Clock } from "../../ports/clock.ts";
import { DATABASE_RETRY_MS } from "../../tunables.ts";

/**
 * Returns blobs that wait while the database is away, so that its outage is not taken for the failure of a tool. An operation repeats until
 * it succeeds or `signal` aborts; then it rejects with DATABASE_UNAVAILABLE.
 */
export function patientBlobs(blobs: BlobStore, clock: Clock, signal: AbortSignal): BlobStore {
  const patiently = async <Result>(operation: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await operation();
      } catch (thrown) {
        const isAway = thrown instanceof GoaltraceError && thrown.code === "DATABASE_UNAVAILABLE";
        if (!isAway || signal.aborted) throw thrown;
      }
      await clock.sleep(DATABASE_RETRY_MS, signal).catch(() => undefined);
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
