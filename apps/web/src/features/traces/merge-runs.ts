import type { Trace } from "@goaltrace/core/log";
import { isTerminal } from "@goaltrace/core/log";
import type { ListItem } from "./list-item.ts";

/**
 * Lays what the stream said over the loaded pages. Rows change where they stand and never leave or move, even when they no longer match
 * the filter: nothing jumps under the pointer.
 */
export function mergeRuns(
  loaded: readonly ListItem[],
  updates: ReadonlyMap<string, Trace>,
): readonly ListItem[] {
  return loaded.map((row) => withUpdate(row, updates.get(row.id)));
}

/** How many runs the stream told of that are newer than the first row; whether they match the filter only the server knows. */
export function countNewerRuns(loaded: readonly ListItem[], updates: ReadonlyMap<string, Trace>): number {
  const loadedIds = new Set(loaded.map((row) => row.id));
  const newest = loaded[0]?.createdAt ?? Number.NEGATIVE_INFINITY;
  return [...updates.values()].filter((run) => !loadedIds.has(run.id) && run.createdAt >= newest).length;
}

/** The state of a run that is further on; a page fetched after a message of the stream must not be turned back. */
function withUpdate(row: ListItem, update: Trace | undefined): ListItem {
  if (!update || update.lastSequence < row.lastSequence) return row;
  if (isTerminal(row.status) && !isTerminal(update.status)) return row;
  const { totals } = update;
  return {
    ...row,
    status: update.status,
    waitingFor: update.waitingFor,
    startedAt: update.startedAt,
    endedAt: update.endedAt,
    lastSequence: update.lastSequence,
    errors: totals.errors,
    calls: totals.modelCalls + totals.toolCalls,
    tokens: totals.inputTokens + totals.outputTokens,
    cost: totals.cost,
  };
}
