import type { TraceStatus } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { matchText, type TextMatch } from "../search/find-traces.ts";
import { SEARCH_FIGURES_MAX_RUNS } from "../tunables.ts";
import { visibleToInBulk, visibleTo } from "./visible-traces.ts";
import { createSqlConditions, type SqlConditions } from "./sql-conditions.ts";

/** An inclusive range; null leaves an end open. */
export type Range = { readonly from: number | null; readonly to: number | null };

/** The filter of a list of traces. Values of one field are alternatives; different fields narrow each other. */
export type TraceQuery = {
  readonly statuses?: readonly TraceStatus[];
  readonly agents?: readonly string[];
  readonly models?: readonly string[];
  /** Person ids. */
  readonly persons?: readonly string[];
  readonly tags?: readonly string[];
  readonly tools?: readonly string[];
  /** Only runs with an error. */
  readonly errors?: boolean;
  /** Only runs in which a loop was detected. */
  readonly loops?: boolean;
  /** In US dollars. Runs with unknown cost match no range. */
  readonly cost?: Range;
  readonly durationMs?: Range;
  /** Creation time in milliseconds since the epoch. */
  readonly created?: Range;
  /** All its words must occur in one message of the run; or it is the run's id. */
  readonly text?: string;
};

/** A filter, and whether its statement stops after a page or reads every matching trace. */
type ConditionRequest = { readonly filter: TraceQuery; readonly reads: "page" | "all" };

/** Returns the conditions on `trace_facts f`: visible to the person, not removed, and matching the filter. */
export async function queryConditions(
  pool: pg.Pool,
  scope: Scope,
  request: ConditionRequest,
): Promise<SqlConditions> {
  const { filter } = request;
  const where = baseConditions(scope, request);
  if (hasText(filter)) where.and(matching(where, await matchText(pool, scope, filter.text)));
  return where;
}

/**
 * The start of a statement over all runs of a filter. `found` holds the matching rows; `edge` holds the time since which runs were
 * searched, null for all.
 */
export type RunSelection = {
  readonly values: readonly unknown[];
  readonly text: string;
  bind(value: unknown): string;
};

const RUN_COLUMNS = "f.created_at, f.status, f.cost";

/** Selects all runs of a filter; for a common text, only those among the newest that match everything else. */
export async function selectRuns(pool: pg.Pool, scope: Scope, filter: TraceQuery): Promise<RunSelection> {
  const where = baseConditions(scope, { filter, reads: "all" });
  const match = hasText(filter) ? await matchText(pool, scope, filter.text) : null;
  const { values, bind } = where;
  if (match?.kind === "common") {
    const candidates = where.text();
    const text = `with candidate as materialized (
        select f.workspace_id, f.trace_id, ${RUN_COLUMNS} from trace_facts f where ${candidates} order by f.created_at desc limit ${SEARCH_FIGURES_MAX_RUNS}
      ), edge as (
        select case when count(*) = ${SEARCH_FIGURES_MAX_RUNS} then min(created_at) end as since from candidate
      ), found as (select ${RUN_COLUMNS} from candidate f where ${matching(where, match)})`;
    return { values, bind, text };
  }
  if (match !== null) where.and(matching(where, match));
  const text = `with edge as (select null::timestamptz as since),
    found as (select ${RUN_COLUMNS} from trace_facts f where ${where.text()})`;
  return { values, bind, text };
}

function hasText(filter: TraceQuery): filter is TraceQuery & { readonly text: string } {
  return filter.text !== undefined && filter.text.trim() !== "";
}

/** Returns the conditions of a request without its text. */
function baseConditions(scope: Scope, request: ConditionRequest): SqlConditions {
  const { filter } = request;
  const where = createSqlConditions();
  const list = (column: string, values: readonly string[] | undefined): void => {
    if (values !== undefined && values.length > 0) where.and(`${column} = any(${where.bind(values)})`);
  };
  where.and(`f.workspace_id = ${where.bind(scope.workspaceId)}`);
  where.and("f.removed_at is null");
  // A child trace is part of its root's run.
  where.and("f.root_id is null");
  where.and(request.reads === "all" ? visibleInBulk(where, scope) : visible(where, scope));
  list("f.status", filter.statuses);
  list("f.agent", filter.agents);
  list("f.model", filter.models);
  list("f.person_id", filter.persons);
  if (filter.tools !== undefined && filter.tools.length > 0)
    where.and(`f.tools && ${where.bind(filter.tools)}::text[]`);
  if (filter.tags !== undefined && filter.tags.length > 0)
    where.and(
      `f.trace_id in (select trace_id from trace_tag where workspace_id = $1 and tag = any(${where.bind(filter.tags)}))`,
    );
  if (filter.errors === true) where.and("(f.errors > 0 or f.status = 'failed')");
  if (filter.loops === true) where.and("f.loops > 0");
  within(where, "f.cost", filter.cost);
  // PostgreSQL would read a bound as a whole number like the column, and reject a fraction.
  within(where, "f.duration_ms::float8", filter.durationMs);
  within(where, "f.created_at", filter.created);
  return where;
}

function within(where: SqlConditions, column: string, range: Range | undefined): void {
  if (range === undefined) return;
  const bind = (value: number): string =>
    column === "f.created_at" ? where.bind(new Date(value)) : where.bind(value);
  if (range.from !== null) where.and(`${column} >= ${bind(range.from)}`);
  if (range.to !== null) where.and(`${column} <= ${bind(range.to)}`);
}

function matching(where: SqlConditions, match: TextMatch): string {
  switch (match.kind) {
    case "nothing":
      return "false";
    case "rare":
      return `f.trace_id = any(${where.bind(match.traceIds)})`;
    case "common":
      // `offset 0` keeps the planner from joining with all matches.
      return `(select true from (select words from message_search m where m.workspace_id = f.workspace_id and m.trace_id = f.trace_id offset 0) m
        where m.words @@ to_tsquery('simple', ${where.bind(match.textQuery)}) limit 1)`;
  }
}

/** Returns the condition on `trace_facts f` for what the person can see. */
export function visible(where: SqlConditions, scope: Scope): string {
  return visibleTo({ alias: "f", person: where.bind(scope.personId) });
}

/** As `visible`, for statements that read every trace of the workspace. */
export function visibleInBulk(where: SqlConditions, scope: Scope): string {
  return visibleToInBulk({
    alias: "f",
    workspace: where.bind(scope.workspaceId),
    person: where.bind(scope.personId),
  });
}
