import type { GraphMarker, MarkerCounts } from "./graph.ts";

/** Adds markers of one kind to the counts, in place. */
export function countMarker(counts: MarkerCounts, kind: GraphMarker["kind"], times = 1): void {
  counts.set(kind, (counts.get(kind) ?? 0) + times);
}

/** Adds counts to a sum, in place. */
export function addMarkers(sum: MarkerCounts, more: MarkerCounts): void {
  for (const [kind, times] of more) countMarker(sum, kind, times);
}
