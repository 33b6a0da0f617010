import type { QueryClient } from "@tanstack/react-query";
import type { TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "../server/api/root.ts";

/** Through what a page's first questions are asked on the server: the API as the browser sees it, and where answers are kept. */
type Asking = {
  readonly api: TRPCOptionsProxy<AppRouter>;
  readonly queries: QueryClient;
};

/**
 * Asks what a page will ask first, all at once. The inputs must be those the page itself uses, or the browser asks again. What fails is
 * left to the browser.
 */
export type FirstQuestions = (asking: Asking) => readonly Promise<void>[];

/** How a first question about a list that comes in pages is asked: one page, the browser goes on from there. */
export const ONE_PAGE = { getNextPageParam: (): undefined => undefined };
