import type { Trace } from "@goaltrace/core/log";
import { isTerminal } from "@goaltrace/core/log";
import { matchesFilter } from "./run-filter.ts";
import type { RunFilter } from "./run-filter.ts";

/** What the list shows and what waits behind its button. */
export type MergedRuns = { readonly shown: readonly Trace[]; readonly newer: readonly Trace[] };

/**
 * Lays what the stream said over the loaded pages. Rows change where they stand and never leave or move, even when they
 * no longer match the filter; runs newer than the first row wait, so that nothing jumps under the pointer.
 */
export function mergeRuns(
  loaded: readonly Trace[],
  heard: ReadonlyMap<string, Trace>,
  filter: RunFilter,
): MergedRuns {
  const known = new Set(loaded.map((run) => run.id));
  const shown = loaded.map((run) => later(run, heard.get(run.id)));
  const newest = loaded[0]?.createdAt ?? Number.NEGATIVE_INFINITY;
  const newer = [...heard.values()].filter(
    (run) => !known.has(run.id) && run.createdAt >= newest && matchesFilter(filter, run.status),
  );
  return { shown, newer };
}

/** The state of a run that is further on; a page fetched after a message of the stream must not be turned back. */
function later(loaded: Trace, heard: Trace | undefined): Trace {
  if (!heard || heard.lastSequence < loaded.lastSequence) return loaded;
  if (isTerminal(loaded.status) && !isTerminal(heard.status)) return loaded;
  return heard;
}
