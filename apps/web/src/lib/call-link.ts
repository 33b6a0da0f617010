import { httpBatchStreamLink, httpLink, splitLink } from "@trpc/client";
import type { TRPCLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "../server/api/root.ts";
import { LONG_QUERIES, MAX_BATCH_SIZE, PRELOADED_QUERIES } from "./query-url.ts";

type Fetch = NonNullable<Parameters<typeof httpLink<AppRouter>>[0]["fetch"]>;

/** Creates the link for all calls except streams. Queries are batched, except those that a page preloads and those too long for an address. */
export function createCallLink(url: string, fetch: Fetch): TRPCLink<AppRouter> {
  const options = { url, fetch, transformer: superjson };
  return splitLink({
    condition: ({ type, path }) => type === "query" && LONG_QUERIES.has(path),
    true: httpLink({ ...options, methodOverride: "POST" }),
    false: splitLink({
      condition: ({ type, path }) => type === "query" && PRELOADED_QUERIES.has(path),
      true: httpLink(options),
      false: httpBatchStreamLink({ ...options, maxItems: MAX_BATCH_SIZE }),
    }),
  });
}
