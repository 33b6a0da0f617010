import type { Prefetch } from "../../../lib/prefetch.ts";

/** Prefetches the queries of the trace page: the run and its annotations. The log is larger than a page should be and loads separately. */
export function prefetchTrace(workspace: string, traceId: string): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchQuery(api.traces.get.queryOptions({ workspace, id: traceId })),
    queries.prefetchQuery(api.annotations.list.queryOptions({ workspace, traceId })),
  ];
}
