import superjson from "superjson";

/** The path of the tRPC API. */
export const API_ENDPOINT = "/api/trpc";

/** The most calls of one request. Our pages batch a handful of queries; the server refuses a larger batch, which comes from another program. */
export const MAX_BATCH_SIZE = 20;

/** First queries of a page whose results are too large for its HTML. They are not batched, so their URLs are known in advance. */
export const PRELOADED_QUERIES: ReadonlySet<string> = new Set(["traces.skeleton"]);

/** Queries about a text that a person writes. It may be longer than servers accept an address, so it is sent as a body. */
export const LONG_QUERIES: ReadonlySet<string> = new Set([
  "agents.check",
  "memory.check",
  "memory.wouldRecall",
  "permissions.explain",
  "skills.check",
]);

/**
 * Returns the exact URL that the browser requests for a query, so that a page can preload it while its script loads. For
 * `PRELOADED_QUERIES` only.
 */
export function queryUrl(procedure: string, input: Readonly<Record<string, string>>): string {
  return `${API_ENDPOINT}/${procedure}?input=${encodeURIComponent(JSON.stringify(superjson.serialize(input)))}`;
}
