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
  readonly inTokens: number | undefined;
  readonly outTokens: number | undefined;
  readonly cost: number | null | undefined;
  readonly durationMs: number | undefined;
  readonly status: StatusName | undefined;
};

/** Returns the row of an entry. */
export function entryRow(entry: OutlineEntry): EntryRow {
  // Only calls are paid for; the tokens of a message or a result are part of the price of the call that reads them.
  const isCall = entry.k === "called" || (entry.k === "assistant" && !isWithoutCall(entry));
  const call = isCall ? entry : null;
  return {
    inTokens: call?.i,
    outTokens: call?.o,
    cost: call?.c,
    durationMs: workedMs(entry, call),
    status: entryStatus(entry),
  };
}

/** Returns the order of rows. Rows without a value come last in either direction, and rows with equal values keep the order of the log. */
export function compareEntries(
  graph: Graph,
  { column, descending }: TableSort,
): (left: OutlineEntry, right: OutlineEntry) => number {
  const numbers = planNumbers(graph);
  const sign = descending ? -1 : 1;
  return (left, right) => {
    const [before, after] = [sortKey(left, column, numbers), sortKey(right, column, numbers)];
    const order =
      before === undefined || after === undefined
        ? Number(before === undefined) - Number(after === undefined)
        : sign * compare(before, after);
    return order === 0 ? left.q - right.q : order;
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

function sortKey(
  entry: OutlineEntry,
  column: TableColumn,
  numbers: ReadonlyMap<string, string>,
): number | string | undefined {
  switch (column) {
    case "sequence":
      return entry.q;
    case "at":
      return entry.t;
    case "goal":
      return numbers.get(entry.g) ?? "";
    case "description":
      return describeEntry(entry);
    case "in":
      return entryRow(entry).inTokens;
    case "out":
      return entryRow(entry).outTokens;
    case "cost":
      return entryRow(entry).cost ?? undefined;
    case "duration":
      return entryRow(entry).durationMs;
  }
}

const TEXT_ORDER = new Intl.Collator(undefined, { numeric: true });

function compare(left: number | string, right: number | string): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return TEXT_ORDER.compare(String(left), String(right));
}
