import type { MarkerCounts } from "./graph.ts";

/** No marker of any kind. */
export function noMarkers(): MarkerCounts {
  return { error: 0, retry: 0, loop: 0, limit: 0, resumed: 0, compaction: 0 };
}

/** Adds counts to a sum, in place. */
export function addMarkers(sum: MarkerCounts, more: MarkerCounts): void {
  sum.error += more.error;
  sum.retry += more.retry;
  sum.loop += more.loop;
  sum.limit += more.limit;
  sum.resumed += more.resumed;
  sum.compaction += more.compaction;
}
