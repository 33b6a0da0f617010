import type { OutlineEntry } from "@goaltrace/core/log";
import type { EntryRow } from "./entry-rows.ts";

/** The rows that a chip keeps. */
export const TABLE_FILTERS = ["all", "model", "tools", "failed", "people"] as const;
export type TableFilter = (typeof TABLE_FILTERS)[number];

const KEEPS: Readonly<Record<TableFilter, (entry: OutlineEntry) => boolean>> = {
  all: () => true,
  model: (entry) => entry.k === "assistant" || entry.k === "called",
  tools: (entry) => entry.k === "tool",
  // The calls with a red mark in the scrubber, and those that were not allowed to run.
  failed: (entry) => (entry.k === "tool" ? entry.s === "error" || entry.s === "denied" : entry.k === "error"),
  people: (entry) =>
    entry.k === "user" || entry.k === "approval" || entry.k === "question" || entry.k === "signal",
};

export function passesFilter(entry: OutlineEntry, filter: TableFilter): boolean {
  return KEEPS[filter](entry);
}

/** Counts the entries that each chip keeps. */
export function filterCounts(entries: readonly OutlineEntry[]): Readonly<Record<TableFilter, number>> {
  const counts = { all: 0, model: 0, tools: 0, failed: 0, people: 0 };
  for (const entry of entries)
    for (const filter of TABLE_FILTERS) if (KEEPS[filter](entry)) counts[filter] += 1;
  return counts;
}

/** The totals of rows, and the largest values, to which the bars of the columns are relative. */
export type RowSums = {
  readonly rows: number;
  readonly durationMs: number;
  readonly inTokens: number;
  readonly outTokens: number;
  /** US dollars of the rows with a price; null when rows have a cost and none has a price. */
  readonly cost: number | null;
  readonly longestMs: number;
  readonly highestCost: number;
};

/** Sums up rows. The durations of parallel calls add up too: the total is the time worked, not the time that passed. */
export function sumRows(rows: readonly EntryRow[]): RowSums {
  const sums = { rows: rows.length, durationMs: 0, inTokens: 0, outTokens: 0, longestMs: 0, highestCost: 0 };
  let cost: number | null | undefined;
  for (const row of rows) {
    sums.durationMs += row.durationMs ?? 0;
    sums.inTokens += row.inTokens ?? 0;
    sums.outTokens += row.outTokens ?? 0;
    sums.longestMs = Math.max(sums.longestMs, row.durationMs ?? 0);
    sums.highestCost = Math.max(sums.highestCost, row.cost ?? 0);
    if (row.cost === undefined) continue;
    if (row.cost !== null) cost = (cost ?? 0) + row.cost;
    else cost ??= null;
  }
  return { ...sums, cost: cost === undefined ? 0 : cost };
}
