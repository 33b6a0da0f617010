import { ONE_PAGE } from "../../lib/prefetch.ts";
import type { Prefetch } from "../../lib/prefetch.ts";
import { toQuery, readFilter } from "./trace-filter.ts";

/**
 * Prefetches the queries of the run list. `address` is the query string of the page without its question mark; `askedAt` is the time of the
 * request, which the page receives as well.
 */
export function prefetchTraces(page: {
  readonly workspace: string;
  readonly address: string;
  readonly askedAt: number;
}): Prefetch {
  const { workspace } = page;
  const query = toQuery(readFilter(new URLSearchParams(page.address)), page.askedAt);
  return ({ api, queries }) => [
    queries.prefetchInfiniteQuery(api.traces.list.infiniteQueryOptions({ workspace, query }, ONE_PAGE)),
    queries.prefetchQuery(api.traces.figures.queryOptions({ workspace, query })),
    queries.prefetchQuery(api.traces.facets.queryOptions({ workspace })),
    queries.prefetchQuery(api.views.list.queryOptions({ workspace })),
  ];
}
