import type { Graph } from "@goaltrace/core/graph";
import { isWithoutCall } from "@goaltrace/core/log";
import type { OutlineEntry } from "@goaltrace/core/log";
import { CALL_STATUS } from "../../../ui/call-status.ts";
import type { StatusName } from "../../../ui/status.ts";
import { describeEntry } from "../search/match-entries.ts";
import type { TableColumn, TableSort } from "../state/url-state.ts";
import { planNumbers } from "../state/plan-order.ts";

/** One row of the table. Undefined: the entry has no such value. Null: it has one, but it is unknown. */
export type EntryRow = {
  readonly entry: OutlineEntry;
  /** The number of its goal; empty for the run itself. */
  readonly goalNumber: string;
  readonly goalTitle: string;
  readonly inTokens: number | undefined;
  readonly outTokens: number | undefined;
  readonly cost: number | null | undefined;
  readonly durationMs: number | undefined;
  readonly status: StatusName | undefined;
};

/** Returns all entries as sorted rows. Rows with equal values keep the order of the log. */
export function entryRows(
  model: { readonly graph: Graph; readonly entries: readonly OutlineEntry[] },
  sort: TableSort,
): readonly EntryRow[] {
  const rows = model.entries.map(createToRow(model.graph));
  if (sort.column === "sequence") return sort.descending ? rows.reverse() : rows;
  const keyed = rows.map((row) => ({ row, key: sortKey(row, sort.column) }));
  const sign = sort.descending ? -1 : 1;
  keyed.sort((left, right) => {
    // Rows without a value come last in either direction.
    if (left.key === undefined || right.key === undefined)
      return Number(left.key === undefined) - Number(right.key === undefined);
    return sign * compare(left.key, right.key);
  });
  return keyed.map(({ row }) => row);
}

function createToRow(graph: Graph): (entry: OutlineEntry) => EntryRow {
  const numbers = planNumbers(graph);
  return (entry) => {
    // Only calls are paid for; the tokens of a message or a result are part of the price of the call that reads them.
    const isCall = entry.k === "called" || (entry.k === "assistant" && !isWithoutCall(entry));
    const call = isCall ? entry : null;
    return {
      entry,
      goalNumber: numbers.get(entry.g) ?? "",
      goalTitle: graph.goals.get(entry.g)?.title ?? "",
      inTokens: call?.i,
      outTokens: call?.o,
      cost: call?.c,
      durationMs: workedMs(entry, call),
      status: entryStatus(entry),
    };
  };
}

/** Returns the time of a row. The row of a failed attempt has that of the attempt and of the pause after it, which are part of the call in the timeline. */
function workedMs(entry: OutlineEntry, call: { readonly m: number } | null): number | undefined {
  if (entry.k === "tool") return entry.m;
  if (entry.k === "retry") return entry.m === undefined ? undefined : entry.m + (entry.w ?? 0);
  return call?.m;
}

/** Returns the final status that an entry records. Undefined for entries that record none. */
export function entryStatus(entry: OutlineEntry): StatusName | undefined {
  if (entry.k === "tool") return CALL_STATUS[entry.s];
  if (entry.k === "assistant") return "completed";
  if (entry.k === "end") return entry.status;
  return entry.k === "error" || entry.k === "retry" ? "failed" : undefined;
}

function sortKey(row: EntryRow, column: TableColumn): number | string | undefined {
  switch (column) {
    case "sequence":
      return row.entry.q;
    case "at":
      return row.entry.t;
    case "goal":
      return row.goalNumber;
    case "description":
      return describeEntry(row.entry);
    case "in":
      return row.inTokens;
    case "out":
      return row.outTokens;
    case "cost":
      return row.cost ?? undefined;
    case "duration":
      return row.durationMs;
  }
}

const TEXT_ORDER = new Intl.Collator(undefined, { numeric: true });

function compare(left: number | string, right: number | string): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return TEXT_ORDER.compare(String(left), String(right));
}
