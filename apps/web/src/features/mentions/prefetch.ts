import { ONE_PAGE } from "../../lib/prefetch.ts";
import type { Prefetch } from "../../lib/prefetch.ts";

/** Prefetches the queries of the mentions link. */
export function prefetchMentionsLink(workspace: string): Prefetch {
  return ({ api, queries }) => [queries.prefetchQuery(api.mentions.unread.queryOptions({ workspace }))];
}

/** Prefetches the queries of the inbox. */
export function prefetchMentions(workspace: string): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchInfiniteQuery(api.mentions.list.infiniteQueryOptions({ workspace }, ONE_PAGE)),
  ];
}
