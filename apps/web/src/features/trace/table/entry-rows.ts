import type { Graph } from "@goaltrace/core/graph";
import { numberGoals } from "@goaltrace/core/goals";
import type { OutlineEntry } from "@goaltrace/core/log";
import { CALL_STATUS } from "../../../ui/call-status.ts";
import type { StatusName } from "../../../ui/status.ts";
import { describeEntry } from "../search/match-entries.ts";
import type { TableColumn, TableSort } from "../state/url-state.ts";

/** One row of the table. Undefined: the entry has no such value. Null: it has one, but it is unknown. */
export type EntryRow = {
  readonly entry: OutlineEntry;
  readonly goal: string;
  readonly tokens: number | undefined;
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
  const numbers = numberGoals(graph);
  const names = new Map<string, string>();
  for (const goal of graph.goals.values()) {
    const number = numbers.get(goal.id) ?? null;
    names.set(goal.id, number === null ? goal.title : `${number} ${goal.title}`);
  }
  return (entry) => ({
    entry,
    goal: names.get(entry.g) ?? "",
    tokens: entryTokens(entry),
    cost: entry.k === "assistant" ? entry.c : undefined,
    durationMs: entry.k === "assistant" || entry.k === "tool" ? entry.m : undefined,
    status: entryStatus(entry),
  });
}

/** Returns the tokens of an entry: input and output tokens for a turn. */
function entryTokens(entry: OutlineEntry): number | undefined {
  if (entry.k === "assistant") return entry.i + entry.o;
  return entry.k === "user" || entry.k === "tool" ? entry.n : undefined;
}

/** Returns the final status that an entry records. Undefined for entries that record none. */
export function entryStatus(entry: OutlineEntry): StatusName | undefined {
  if (entry.k === "tool") return CALL_STATUS[entry.s];
  if (entry.k === "assistant") return "completed";
  if (entry.k === "end") return entry.status;
  return entry.k === "error" || entry.k === "retry" ? "failed" : undefined;
}

/** Descending order lists the worst first. */
const STATUS_RANKS: Readonly<Record<StatusName, number>> = {
  completed: 0,
  pending: 1,
  queued: 2,
  running: 3,
  waiting: 4,
  abandoned: 5,
  cancelled: 6,
  problems: 7,
  interrupted: 8,
  failed: 9,
};

function sortKey(row: EntryRow, column: TableColumn): number | string | undefined {
  switch (column) {
    case "sequence":
      return row.entry.q;
    case "at":
      return row.entry.t;
    case "kind":
      return row.entry.k;
    case "goal":
      return row.goal;
    case "description":
      return describeEntry(row.entry);
    case "tokens":
      return row.tokens;
    case "cost":
      return row.cost ?? undefined;
    case "duration":
      return row.durationMs;
    case "status":
      return row.status === undefined ? undefined : STATUS_RANKS[row.status];
  }
}

const TEXT_ORDER = new Intl.Collator(undefined, { numeric: true });

function compare(left: number | string, right: number | string): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return TEXT_ORDER.compare(String(left), String(right));
}
