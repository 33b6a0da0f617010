import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { selectRuns, type TraceQuery, visible, visibleInBulk } from "./trace-query.ts";
import { createSqlConditions } from "./sql-conditions.ts";

/** Totals of a list. `cost` sums the known costs; `unpriced` counts the runs with unknown cost. */
export type TraceSummary = {
  readonly runs: number;
  readonly completed: number;
  /** Runs that ended, with any status. */
  readonly ended: number;
  readonly cost: number | null;
  readonly unpriced: number;
  /**
   * Runs created before this time (milliseconds since the epoch) were not searched: a common text is searched only in the newest runs. Null
   * when all runs were searched.
   */
  readonly since: number | null;
};

export type HistogramBar = {
  readonly from: number;
  readonly to: number;
  readonly runs: number;
  readonly failed: number;
};

/** The values available for filters. */
export type TraceFacets = {
  readonly agents: readonly string[];
  readonly models: readonly string[];
  readonly tools: readonly string[];
  readonly tags: readonly string[];
  readonly persons: readonly { readonly id: string; readonly name: string }[];
};

export type TraceFigures = {
  summary(scope: Scope, filter: TraceQuery): Promise<TraceSummary>;
  /** Returns the runs of `summary` over time, in `bars` equal steps between the first and the last run; empty for an empty list. */
  histogram(scope: Scope, filter: TraceQuery, bars: number): Promise<readonly HistogramBar[]>;
  facets(scope: Scope): Promise<TraceFacets>;
  /** Returns all members of the workspace, by name. */
  members(scope: Scope): Promise<Pick<TraceFacets, "persons">>;
};

type SummaryRow = {
  readonly runs: number;
  readonly completed: number;
  readonly ended: number;
  readonly cost: number | null;
  readonly unpriced: number;
  readonly since: Date | null;
};
type BarRow = {
  readonly first: Date;
  readonly last: Date;
  /** The start of the bar. */
  readonly at: Date;
  readonly runs: number;
  readonly failed: number;
};
type KindRow = { readonly kind: "agent" | "model" | "tool"; readonly name: string };
type TagRow = { readonly tag: string };
type PersonRow = { readonly id: string; readonly name: string };

/** Shorter steps would separate runs that belong together. */
const MIN_BAR_MS = 1_000;
const MAX_NAMES = 500;

/** The figures above lists, computed from the facts of traces. */
export function createTraceFigures(pool: pg.Pool): TraceFigures {
  return {
    async summary(scope, filter) {
      const selection = await selectRuns(pool, scope, filter);
      const [row] = await query<SummaryRow>(
        pool,
        `${selection.text}
         select count(*)::int as runs, count(*) filter (where status = 'completed')::int as completed,
           count(*) filter (where status in ('completed', 'failed', 'cancelled', 'interrupted'))::int as ended,
           sum(cost) as cost, count(*) filter (where cost is null)::int as unpriced, (select since from edge) as since
         from found`,
        selection.values,
      );
      if (row === undefined) return { runs: 0, completed: 0, ended: 0, cost: null, unpriced: 0, since: null };
      return { ...row, since: row.since?.getTime() ?? null };
    },

    async histogram(scope, filter, bars) {
      const selection = await selectRuns(pool, scope, filter);
      const count = selection.bind(bars);
      const rows = await query<BarRow>(
        pool,
        `${selection.text}, ends as (
           select min(created_at) as first, max(created_at) as last,
             greatest((max(created_at) - min(created_at)) / ${count}::int, ${MIN_BAR_MS} * interval '1 millisecond') as step from found
         )
         select ends.first, ends.last, date_bin(ends.step, found.created_at, ends.first) as at, count(*)::int as runs,
           count(*) filter (where found.status = 'failed')::int as failed
         from found cross join ends group by ends.first, ends.last, at`,
        selection.values,
      );
      return toBars(rows, bars);
    },

    async facets(scope) {
      const [kinds, tags, persons] = await Promise.all([
        readKinds(pool, scope),
        readTags(pool, scope),
        readMembers(pool, scope),
      ]);
      const namesOfKind = (kind: KindRow["kind"]): string[] =>
        kinds.filter((row) => row.kind === kind).map((row) => row.name);
      return {
        agents: namesOfKind("agent"),
        models: namesOfKind("model"),
        tools: namesOfKind("tool"),
        tags,
        persons,
      };
    },

    members: async (scope) => ({ persons: await readMembers(pool, scope) }),
  };
}

function readKinds(pool: pg.Pool, scope: Scope): Promise<KindRow[]> {
  const where = createSqlConditions();
  where.and(`f.workspace_id = ${where.bind(scope.workspaceId)}`);
  where.and("f.removed_at is null");
  where.and("f.root_id is null");
  where.and(visibleInBulk(where, scope));
  return query<KindRow>(
    pool,
    `with kinds as materialized (
       select f.agent, f.model, f.tools from trace_facts f where ${where.text()} group by 1, 2, 3
     )
     (select distinct 'agent' as kind, agent as name from kinds where agent <> '' limit ${MAX_NAMES})
     union all (select distinct 'model', model from kinds where model <> '' limit ${MAX_NAMES})
     union all (select distinct 'tool', tool from kinds cross join unnest(tools) as tool limit ${MAX_NAMES})
     order by 2`,
    where.values,
  );
}

/** Walks the tags through the index and checks for each whether the person can see a run with it. */
async function readTags(pool: pg.Pool, scope: Scope): Promise<readonly string[]> {
  const where = createSqlConditions();
  const workspace = where.bind(scope.workspaceId);
  const isVisible = visible(where, scope);
  const rows = await query<TagRow>(
    pool,
    `with recursive found as (
       (select tag from trace_tag where workspace_id = ${workspace} order by tag limit 1)
       union all
       select (select g.tag from trace_tag g where g.workspace_id = ${workspace} and g.tag > found.tag order by g.tag limit 1)
       from found where found.tag is not null
     )
     select tag from found where tag is not null and exists (
       select from trace_tag g join trace_facts f on f.trace_id = g.trace_id
       where g.workspace_id = ${workspace} and g.tag = found.tag and f.removed_at is null and ${isVisible} offset 0
     ) limit ${MAX_NAMES}`,
    where.values,
  );
  return rows.map((row) => row.tag);
}

function readMembers(pool: pg.Pool, scope: Scope): Promise<PersonRow[]> {
  return query<PersonRow>(
    pool,
    `select u.id, u.name from "member" m join "user" u on u.id = m.user_id where m.workspace_id = $1 order by u.name`,
    [scope.workspaceId],
  );
}

/** Steps without runs are bars too. The last moment belongs to the last bar. */
function toBars(rows: readonly BarRow[], bars: number): readonly HistogramBar[] {
  const [row] = rows;
  if (row === undefined) return [];
  const first = row.first.getTime();
  const step = Math.max((row.last.getTime() - first) / bars, MIN_BAR_MS);
  const counts = Array.from({ length: bars }, () => ({ runs: 0, failed: 0 }));
  for (const { at, runs, failed } of rows) {
    const count = counts[Math.min(bars - 1, Math.round((at.getTime() - first) / step))];
    if (count === undefined) continue;
    count.runs += runs;
    count.failed += failed;
  }
  return counts.map((count, index) => ({
    from: Math.floor(first + index * step),
    to: Math.ceil(first + (index + 1) * step),
    ...count,
  }));
}
