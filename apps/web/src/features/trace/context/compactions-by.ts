import type { OutlineEntry } from "@goaltrace/core/log";

type Layer = Extract<OutlineEntry, { readonly k: "compacted" }>["layer"];

/** Returns the entries at which the context was shortened this way, in order. */
export function compactionsBy(entries: readonly OutlineEntry[], layer: Layer): readonly number[] {
  return entries.flatMap((entry) => (entry.k === "compacted" && entry.layer === layer ? [entry.q] : []));
}
