import type { Trace } from "@goaltrace/core/log";
import { isTerminal } from "@goaltrace/core/log";
import type { ListItem } from "./list-item.ts";

/**
 * Lays what the stream said over the loaded pages. Rows change where they stand and never leave or move, even when they no longer match
 * the filter: nothing jumps under the pointer.
 */
export function mergeRuns(
  loaded: readonly ListItem[],
  heard: ReadonlyMap<string, Trace>,
): readonly ListItem[] {
  return loaded.map((row) => later(row, heard.get(row.id)));
}

/** How many runs the stream told of that are newer than the first row; whether they match the filter only the server knows. */
export function heardNewer(loaded: readonly ListItem[], heard: ReadonlyMap<string, Trace>): number {
  const known = new Set(loaded.map((row) => row.id));
  const newest = loaded[0]?.createdAt ?? Number.NEGATIVE_INFINITY;
  return [...heard.values()].filter((run) => !known.has(run.id) && run.createdAt >= newest).length;
}

/** The state of a run that is further on; a page fetched after a message of the stream must not be turned back. */
function later(row: ListItem, heard: Trace | undefined): ListItem {
  if (!heard || heard.lastSequence < row.lastSequence) return row;
  if (isTerminal(row.status) && !isTerminal(heard.status)) return row;
  const { totals } = heard;
  return {
    ...row,
    status: heard.status,
    waitingFor: heard.waitingFor,
    startedAt: heard.startedAt,
    endedAt: heard.endedAt,
    lastSequence: heard.lastSequence,
    errors: totals.errors,
    calls: totals.modelCalls + totals.toolCalls,
    tokens: totals.inputTokens + totals.outputTokens,
    cost: totals.cost,
  };
}
