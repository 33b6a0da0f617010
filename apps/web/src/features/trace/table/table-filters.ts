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
  /** The number of rows that have a cost, known or not. */
  readonly paid: number;
};

/** The sums of no rows. */
export const NO_SUMS: RowSums = {
  ...{ rows: 0, durationMs: 0, inTokens: 0, outTokens: 0, cost: 0, longestMs: 0, highestCost: 0, paid: 0 },
};

/** Adds a row to sums. The durations of parallel calls add up too: the total is the time worked, not the time that passed. */
export function addToSums(sums: RowSums, row: EntryRow): RowSums {
  return {
    rows: sums.rows + 1,
    durationMs: sums.durationMs + (row.durationMs ?? 0),
    inTokens: sums.inTokens + (row.inTokens ?? 0),
    outTokens: sums.outTokens + (row.outTokens ?? 0),
    cost: addCost(sums, row.cost),
    longestMs: Math.max(sums.longestMs, row.durationMs ?? 0),
    highestCost: Math.max(sums.highestCost, row.cost ?? 0),
    paid: sums.paid + (row.cost === undefined ? 0 : 1),
  };
}

function addCost({ cost, paid }: RowSums, added: number | null | undefined): number | null {
  if (added === undefined) return cost;
  if (added !== null) return (cost ?? 0) + added;
  return paid === 0 ? null : cost;
}
