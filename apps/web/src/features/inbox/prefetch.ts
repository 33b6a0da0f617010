import { ONE_PAGE } from "../../lib/prefetch.ts";
import type { Prefetch } from "../../lib/prefetch.ts";
import type { InboxTab } from "./inbox-address.ts";

/** Prefetches the queries of the inbox link. */
export function prefetchInboxLink(workspace: string): Prefetch {
  return ({ api, queries }) => [queries.prefetchQuery(api.requests.count.queryOptions({ workspace }))];
}

/** Prefetches the queries of the inbox. */
export function prefetchInbox(workspace: string, tab: InboxTab = "waiting"): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchInfiniteQuery(api.requests.list.infiniteQueryOptions({ workspace, tab }, ONE_PAGE)),
  ];
}
