import { ONE_PAGE } from "../../lib/prefetch.ts";
import type { Prefetch } from "../../lib/prefetch.ts";

/** What the way to the inbox begins with. */
export function prefetchMentionsLink(workspace: string): Prefetch {
  return ({ api, queries }) => [queries.prefetchQuery(api.mentions.unread.queryOptions({ workspace }))];
}

/** What the inbox begins with. */
export function prefetchMentions(workspace: string): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchInfiniteQuery(api.mentions.list.infiniteQueryOptions({ workspace }, ONE_PAGE)),
  ];
}
