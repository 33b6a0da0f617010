import type { OutlineEntry } from "@goaltrace/core/log";

/** Returns the entries up to `last` at which a summary replaced older messages, in their order. */
export function summariesUpTo(entries: readonly OutlineEntry[], last: number): readonly number[] {
  return entries.flatMap((entry) =>
    entry.k === "compacted" && entry.layer === "summarise" && entry.q <= last ? [entry.q] : [],
  );
}
