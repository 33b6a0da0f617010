import superjson from "superjson";

/** Where the procedures of the API are. */
export const API_ENDPOINT = "/api/trpc";

/** Queries that a page begins with and whose answers are too large for its HTML. Each travels alone, so that its address is known before the script runs. */
export const PRELOADED_QUERIES: ReadonlySet<string> = new Set(["traces.skeleton"]);

/**
 * The address at which the browser will ask `procedure` for `input`, letter by letter: a page that names it in a preload has the answer
 * under way while its script loads. Of use for `PRELOADED_QUERIES` only.
 */
export function queryAddress(procedure: string, input: Readonly<Record<string, string>>): string {
  return `${API_ENDPOINT}/${procedure}?input=${encodeURIComponent(JSON.stringify(superjson.serialize(input)))}`;
}
