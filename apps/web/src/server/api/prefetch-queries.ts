import { dehydrate, QueryClient } from "@tanstack/react-query";
import type { DehydratedState } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { Prefetch } from "../../lib/prefetch.ts";
import { appRouter } from "./root.ts";
import type { ApiContext } from "./trpc.ts";

/** After this long a page without its data is of more use than none; the browser then queries again and shows a skeleton. */
const PATIENCE_MS = 1_500;

/**
 * Runs a page's queries through the procedures themselves, so that their gates decide here as they do for the browser. Returns the answers
 * that came in time, without those that were refused, failed or are late.
 */
export async function prefetchQueries(context: ApiContext, prefetch: Prefetch): Promise<DehydratedState> {
  const queries = new QueryClient();
  const api = createTRPCOptionsProxy({ router: appRouter, ctx: context, queryClient: queries });
  await settledWithin(prefetch({ api, queries }), PATIENCE_MS);
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
