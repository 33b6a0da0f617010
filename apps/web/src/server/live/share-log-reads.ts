import type { Scope, TraceStore } from "@goaltrace/core/ports";
import { createSharedRead } from "@goaltrace/db";

type EntryRange = Parameters<TraceStore["entries"]>[2];
type TraceRequest = { readonly scope: Scope; readonly traceId: string };
type EntriesRequest = TraceRequest & { readonly range: EntryRange };

/**
 * Lets all streams of a process share their reads of a trace and its entries, per person: hundreds may follow one run, and each commit makes
 * all of them read the same. An answer is never older than its request.
 */
export function shareLogReads(traces: TraceStore): TraceStore {
  const get = createSharedRead({
    keyOf: ({ scope, traceId }: TraceRequest) => JSON.stringify([scope.workspaceId, scope.personId, traceId]),
    read: async ({ scope, traceId }) => await traces.get(scope, traceId),
  });
  const entries = createSharedRead({
    keyOf: ({ scope, traceId, range }: EntriesRequest) =>
      JSON.stringify([
        ...[scope.workspaceId, scope.personId, traceId],
        ...[range.after, range.until, range.limit, range.without],
      ]),
    read: async ({ scope, traceId, range }) => await traces.entries(scope, traceId, range),
  });
  return {
    ...traces,
    get: async (scope, traceId) => await get({ scope, traceId }),
    entries: async (scope, traceId, range) => await entries({ scope, traceId, range }),
  };
}
