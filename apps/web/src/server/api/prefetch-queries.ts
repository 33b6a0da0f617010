import { dehydrate, QueryClient } from "@tanstack/react-query";
import type { DehydratedState } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { Prefetch } from "../../lib/prefetch.ts";
import { appRouter } from "./root.ts";
import type { ApiContext } from "./trpc.ts";

/** After this time a page without its data is more useful than no page; the browser then queries again and shows a skeleton. */
const TIMEOUT_MS = 1_500;

/**
 * Runs a page's queries through the procedures, so that the same access checks apply as for the browser. Returns the results that arrived
 * in time, without queries that were rejected, failed or timed out.
 */
export async function prefetchQueries(context: ApiContext, prefetch: Prefetch): Promise<DehydratedState> {
  const queries = new QueryClient();
  const api = createTRPCOptionsProxy({ router: appRouter, ctx: context, queryClient: queries });
  await settledWithin(prefetch({ api, queries }), TIMEOUT_MS);
  return dehydrate(queries);
}

async function settledWithin(work: readonly Promise<void>[], milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.allSettled(work), late]);
  clearTimeout(timer);
}
