import type { MarkerCounts } from "./graph.ts";

/** Adds counts to a sum, in place. */
export function addMarkers(sum: MarkerCounts, more: MarkerCounts): void {
  for (const [kind, times] of more) sum.set(kind, (sum.get(kind) ?? 0) + times);
}
