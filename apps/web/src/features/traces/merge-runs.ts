import type { Trace } from "@goaltrace/core/log";
import { isTerminal } from "@goaltrace/core/log";
import type { ListItem } from "./list-item.ts";

/**
 * Returns the loaded rows with the updates of the stream. Rows never move or disappear, even when they no longer match the filter, so nothing jumps
 * under the pointer.
 */
export function mergeRuns(
  loaded: readonly ListItem[],
  updates: ReadonlyMap<string, Trace>,
): readonly ListItem[] {
  return loaded.map((row) => withUpdate(row, updates.get(row.id)));
}

/** Counts the streamed runs that are newer than the first row. Only the server knows whether they match the filter. */
export function countNewerRuns(loaded: readonly ListItem[], updates: ReadonlyMap<string, Trace>): number {
  const loadedIds = new Set(loaded.map((row) => row.id));
  const newest = loaded[0]?.createdAt ?? Number.NEGATIVE_INFINITY;
  return [...updates.values()].filter((run) => !loadedIds.has(run.id) && run.createdAt >= newest).length;
}

/** Returns the newer state of a run. A page may be newer than an earlier message of the stream. */
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
