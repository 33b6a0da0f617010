import type { PastState } from "./state-as-of.ts";

/** The graph and the entries of a log, which grow in place, and the number of entries, by which a selection notices that they have grown. */
export type ShownLog = PastState & { readonly length: number };

/** Returns a log as it is now. */
export function shownLog({ graph, entries }: PastState): ShownLog {
  return { graph, entries, length: entries.length };
}
