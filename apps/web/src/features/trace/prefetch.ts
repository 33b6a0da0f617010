import type { Prefetch } from "../../lib/prefetch.ts";

/**
 * What the page of a run begins with: what run it is, and what people wrote on it. The log is not among it: it is larger than a page
 * should be, and travels beside it.
 */
export function prefetchTrace(workspace: string, traceId: string): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchQuery(api.traces.get.queryOptions({ workspace, id: traceId })),
    queries.prefetchQuery(api.annotations.list.queryOptions({ workspace, traceId })),
  ];
}
