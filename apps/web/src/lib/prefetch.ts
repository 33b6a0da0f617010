import type { QueryClient } from "@tanstack/react-query";
import type { TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "../server/api/root.ts";

/** How a page prefetches on the server: the API as the browser sees it, and the cache that keeps the answers. */
type PrefetchContext = {
  readonly api: TRPCOptionsProxy<AppRouter>;
  readonly queries: QueryClient;
};

/**
 * Starts the queries that a page begins with, all at once. Their inputs must be those of the page itself, or the browser queries again.
 * Failures are left to the browser.
 */
export type Prefetch = (context: PrefetchContext) => readonly Promise<void>[];

/** For a list that comes in pages: the first page, from which the browser continues. */
export const ONE_PAGE = { getNextPageParam: (): undefined => undefined };
