import type { QueryClient } from "@tanstack/react-query";
import type { TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "../server/api/root.ts";

/** The API as the browser sees it, and the cache for the results. */
type PrefetchContext = {
  readonly api: TRPCOptionsProxy<AppRouter>;
  readonly queries: QueryClient;
};

/**
 * Starts a page's first queries concurrently on the server. Their inputs must equal those of the page, or the browser queries again. The
 * browser handles failures.
 */
export type Prefetch = (context: PrefetchContext) => readonly Promise<void>[];

/** Limits an infinite query to its first page, from which the browser continues. */
export const ONE_PAGE = { getNextPageParam: (): undefined => undefined };
