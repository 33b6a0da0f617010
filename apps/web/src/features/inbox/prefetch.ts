import { ONE_PAGE } from "../../lib/prefetch.ts";
import type { Prefetch } from "../../lib/prefetch.ts";
import type { InboxTab } from "./inbox-address.ts";

/** Prefetches the queries of the inbox link. */
export function prefetchInboxLink(workspace: string): Prefetch {
  return ({ api, queries }) => [queries.prefetchQuery(api.requests.count.queryOptions({ workspace }))];
}

/**
 * Prefetches the queries of the inbox. They include those of its link: when the page renders before the link's results have arrived, the link would
 * differ between server and browser.
 */
export function prefetchInbox(workspace: string, tab: InboxTab = "waiting"): Prefetch {
  return ({ api, queries }) => [
    ...prefetchInboxLink(workspace)({ api, queries }),
    queries.prefetchInfiniteQuery(api.requests.list.infiniteQueryOptions({ workspace, tab }, ONE_PAGE)),
  ];
}
