import type { Scope } from "@goaltrace/core";
import type { TraceStatus } from "@goaltrace/core/log";
import type pg from "pg";
import { matchText, type TextMatch } from "../search/find-traces.ts";
import { SEARCH_FIGURED_RUNS } from "../tunables.ts";
import { visibleAmong, visibleTo } from "./visible-traces.ts";
import { createWhere, type Where } from "./where.ts";

/** Both ends belong to it; null leaves an end open. */
export type Range = { readonly from: number | null; readonly to: number | null };

/** What a list of traces is narrowed to. Values of one field are alternatives, fields narrow each other. */
export type TraceQuery = {
  readonly statuses?: readonly TraceStatus[];
  readonly agents?: readonly string[];
  readonly models?: readonly string[];
  /** Ids of persons. */
  readonly persons?: readonly string[];
  readonly tags?: readonly string[];
  readonly tools?: readonly string[];
  /** Only runs with an error. */
  readonly errors?: boolean;
  /** Only runs in which a doom loop was seen. */
  readonly loops?: boolean;
  /** US dollars. Runs whose cost is unknown are in no range. */
  readonly cost?: Range;
  readonly durationMs?: Range;
  /** When the run was made, milliseconds since the epoch. */
  readonly created?: Range;
  /** All its words stand in one message of the run; or the run's id. */
  readonly text?: string;
};

/** A query, and whether its statement stops at a page or reads every trace that matches. */
type Asked = { readonly wanted: TraceQuery; readonly reads: "page" | "all" };

/** The statement's conditions on `trace_facts f`: what the person may see, what was removed, and the query. */
export async function whereOf(pool: pg.Pool, scope: Scope, asked: Asked): Promise<Where> {
  const { wanted } = asked;
  const where = conditionsOf(scope, asked);
  if (hasText(wanted)) where.and(matching(where, await matchText(pool, scope, wanted.text)));
  return where;
}

/** The beginning of a statement over all runs of a query: `found` has its rows, `edge` since when runs were looked at; null for all. */
export type Found = {
  readonly values: readonly unknown[];
  readonly text: string;
  place(value: unknown): string;
};

const FOUND_COLUMNS = "f.created_at, f.status, f.cost";

/** All runs of a query; of a common text those among the newest that match all else. */
export async function foundOf(pool: pg.Pool, scope: Scope, wanted: TraceQuery): Promise<Found> {
  const where = conditionsOf(scope, { wanted, reads: "all" });
  const match = hasText(wanted) ? await matchText(pool, scope, wanted.text) : null;
  const { values, place } = where;
  if (match?.kind === "common") {
    const candidates = where.text();
    const text = `with candidate as materialized (
        select f.workspace_id, f.trace_id, ${FOUND_COLUMNS} from trace_facts f where ${candidates} order by f.created_at desc limit ${SEARCH_FIGURED_RUNS}
      ), edge as (
        select case when count(*) = ${SEARCH_FIGURED_RUNS} then min(created_at) end as since from candidate
      ), found as (select ${FOUND_COLUMNS} from candidate f where ${matching(where, match)})`;
    return { values, place, text };
  }
  if (match !== null) where.and(matching(where, match));
  const text = `with edge as (select null::timestamptz as since),
    found as (select ${FOUND_COLUMNS} from trace_facts f where ${where.text()})`;
  return { values, place, text };
}

function hasText(wanted: TraceQuery): wanted is TraceQuery & { readonly text: string } {
  return wanted.text !== undefined && wanted.text.trim() !== "";
}

/** All but the text. */
function conditionsOf(scope: Scope, asked: Asked): Where {
  const { wanted } = asked;
  const where = createWhere();
  const list = (column: string, values: readonly string[] | undefined): void => {
    if (values !== undefined && values.length > 0) where.and(`${column} = any(${where.place(values)})`);
  };
  where.and(`f.workspace_id = ${where.place(scope.workspaceId)}`);
  where.and("f.removed_at is null");
  // A child is part of its root's run.
  where.and("f.root_id is null");
  where.and(asked.reads === "all" ? visibleOfAll(where, scope) : visible(where, scope));
  list("f.status", wanted.statuses);
  list("f.agent", wanted.agents);
  list("f.model", wanted.models);
  list("f.person_id", wanted.persons);
  if (wanted.tools !== undefined && wanted.tools.length > 0)
    where.and(`f.tools && ${where.place(wanted.tools)}::text[]`);
  if (wanted.tags !== undefined && wanted.tags.length > 0)
    where.and(
      `f.trace_id in (select trace_id from trace_tag where workspace_id = $1 and tag = any(${where.place(wanted.tags)}))`,
    );
  if (wanted.errors === true) where.and("(f.errors > 0 or f.status = 'failed')");
  if (wanted.loops === true) where.and("f.loops > 0");
  within(where, "f.cost", wanted.cost);
  within(where, "f.duration_ms", wanted.durationMs);
  within(where, "f.created_at", wanted.created);
  return where;
}

function within(where: Where, column: string, range: Range | undefined): void {
  if (range === undefined) return;
  const place = (value: number): string =>
    column === "f.created_at" ? where.place(new Date(value)) : where.place(value);
  if (range.from !== null) where.and(`${column} >= ${place(range.from)}`);
  if (range.to !== null) where.and(`${column} <= ${place(range.to)}`);
}

function matching(where: Where, match: TextMatch): string {
  switch (match.kind) {
    case "nothing":
      return "false";
    case "rare":
      return `f.trace_id = any(${where.place(match.traceIds)})`;
    case "common":
      // The offset keeps the planner from turning this into a join with all matches.
      return `(select true from (select words from message_search m where m.workspace_id = f.workspace_id and m.trace_id = f.trace_id offset 0) m
        where m.words @@ to_tsquery('simple', ${where.place(match.textQuery)}) limit 1)`;
  }
}

/** What the person sees of `trace_facts f`. */
export function visible(where: Where, scope: Scope): string {
  return visibleTo({ alias: "f", person: where.place(scope.personId) });
}

/** As `visible`, for statements that read every trace of the workspace. */
export function visibleOfAll(where: Where, scope: Scope): string {
  return visibleAmong({
    alias: "f",
    workspace: where.place(scope.workspaceId),
    person: where.place(scope.personId),
  });
}
