import type { Graph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { type EntryFold, foldOfLog } from "../state/fold-of-log.ts";
import { isRuntimeEntry } from "../state/runtime-entries.ts";
import { entryAt } from "../state/trace-model.ts";
import type { TableSort } from "../state/url-state.ts";
import { compareEntries, entryRow } from "./entry-rows.ts";
import {
  addToSums,
  NO_SUMS,
  passesFilter,
  type RowSums,
  TABLE_FILTERS,
  type TableFilter,
} from "./table-filters.ts";

/** The rows of a table with their counts and sums. It grows in place with its log. */
export type Table = {
  /** The entries of the rows, in order. */
  readonly rows: readonly OutlineEntry[];
  /** How many entries each filter keeps. */
  readonly counts: Readonly<Record<TableFilter, number>>;
  /** Of the rows. */
  readonly sums: RowSums;
  /** Of the rows of all filters. */
  readonly whole: RowSums;
  /** How many entries are bookkeeping of the runtime. */
  readonly runtimeCount: number;
};

/** The log of a table, and the plan that numbers its goals. */
export type TableLog = { readonly graph: Graph; readonly entries: readonly OutlineEntry[] };

export type TableOptions = {
  readonly sort: TableSort;
  readonly filter: TableFilter;
  readonly runtime: boolean;
  /** The goals that are shown; null shows all. */
  readonly only: ReadonlySet<string> | null;
};

/** From this many new entries on, sorting all rows takes less time than inserting each. */
const SORTED_TOGETHER = 64;

/** Returns the table of a log. O(new entries × log rows), and moving the rows after them. */
export function tableOf({ graph, entries }: TableLog, options: TableOptions): Table {
  // The numbers of goals change with the plan, and with them the order by goal.
  const plan = options.sort.column === "goal" ? graph.structure : 0;
  return foldTable(entries, { ...options, graph, plan });
}

type FoldOptions = TableOptions & Pick<TableLog, "graph"> & { readonly plan: number };

const foldTable = foldOfLog(({ graph, sort, filter, runtime, only }: FoldOptions): EntryFold<Table> => {
  const compare = compareEntries(graph, sort);
  const rows: OutlineEntry[] = [];
  const counts = { all: 0, model: 0, tools: 0, failed: 0, people: 0 };
  let added: OutlineEntry[] = [];
  let [sums, whole, runtimeCount] = [NO_SUMS, NO_SUMS, 0];
  return {
    add: (entry) => {
      if (only?.has(entry.g) === false) return;
      const isRuntime = isRuntimeEntry(entry);
      if (isRuntime) runtimeCount += 1;
      if (isRuntime && !runtime) return;
      const row = entryRow(entry);
      for (const each of TABLE_FILTERS) if (passesFilter(entry, each)) counts[each] += 1;
      whole = addToSums(whole, row);
      if (!passesFilter(entry, filter)) return;
      sums = addToSums(sums, row);
      added.push(entry);
    },
    value: () => {
      addRows(rows, added, compare);
      added = [];
      return { rows, counts, sums, whole, runtimeCount };
    },
  };
});

function addRows(
  rows: OutlineEntry[],
  added: readonly OutlineEntry[],
  compare: (left: OutlineEntry, right: OutlineEntry) => number,
): void {
  if (added.length < SORTED_TOGETHER)
    for (const entry of added) rows.splice(placeOf(rows, entry, compare), 0, entry);
  else {
    for (const entry of added) rows.push(entry);
    rows.sort(compare);
  }
}

/** Returns the index of the row of an entry; -1 without one. O(log rows). */
export function rowIndexOf(
  { graph, entries }: TableLog,
  { rows, sort }: Pick<Table, "rows"> & Pick<TableOptions, "sort">,
  sequence: number,
): number {
  const entry = entryAt(entries, sequence);
  if (entry?.q !== sequence) return -1;
  const index = placeOf(rows, entry, compareEntries(graph, sort)) - 1;
  return rows[index]?.q === sequence ? index : -1;
}

/** Returns the index after all rows that come before an entry, and after its own. */
function placeOf(
  rows: readonly OutlineEntry[],
  entry: OutlineEntry,
  compare: (left: OutlineEntry, right: OutlineEntry) => number,
): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && compare(row, entry) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
