import type { Scope } from "@goaltrace/core";
import type pg from "pg";
import { query } from "../sql.ts";
import { foundOf, type TraceQuery, visible, visibleOfAll } from "./trace-query.ts";
import { createWhere } from "./where.ts";

/** Totals of a list. `cost` sums the known costs; `unpriced` runs have none that is known. */
export type TraceSummary = {
  readonly runs: number;
  readonly completed: number;
  /** Runs that reached an end of any kind. */
  readonly ended: number;
  readonly cost: number | null;
  readonly unpriced: number;
  /** Older runs than this were not looked at (milliseconds since the epoch): a common text is looked for in the newest. Null when all were. */
  readonly since: number | null;
};

export type HistogramBar = {
  readonly from: number;
  readonly to: number;
  readonly runs: number;
  readonly failed: number;
};

/** What there is to filter by. */
export type TraceFacets = {
  readonly agents: readonly string[];
  readonly models: readonly string[];
  readonly tools: readonly string[];
  readonly tags: readonly string[];
  readonly persons: readonly { readonly id: string; readonly name: string }[];
};

export type TraceFigures = {
  summary(scope: Scope, wanted: TraceQuery): Promise<TraceSummary>;
  /** The runs of `summary` over time in `bars` equal steps between the first and the last of them; empty for an empty list. */
  histogram(scope: Scope, wanted: TraceQuery, bars: number): Promise<readonly HistogramBar[]>;
  facets(scope: Scope): Promise<TraceFacets>;
  /** Everybody in the workspace, by name. */
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
  /** Where the bar begins. */
  readonly at: Date;
  readonly runs: number;
  readonly failed: number;
};
type KindRow = { readonly kind: "agent" | "model" | "tool"; readonly name: string };
type TagRow = { readonly tag: string };
type PersonRow = { readonly id: string; readonly name: string };

/** A shorter step would split what happened together. */
const SHORTEST_BAR_MS = 1_000;
const MOST_NAMES = 500;

/** What stands above lists, added up from the facts of traces. */
export function createTraceFigures(pool: pg.Pool): TraceFigures {
  return {
    async summary(scope, wanted) {
      const found = await foundOf(pool, scope, wanted);
      const [row] = await query<SummaryRow>(
        pool,
        `${found.text}
         select count(*)::int as runs, count(*) filter (where status = 'completed')::int as completed,
           count(*) filter (where status in ('completed', 'failed', 'cancelled', 'interrupted'))::int as ended,
           sum(cost) as cost, count(*) filter (where cost is null)::int as unpriced, (select since from edge) as since
         from found`,
        found.values,
      );
      if (row === undefined) return { runs: 0, completed: 0, ended: 0, cost: null, unpriced: 0, since: null };
      return { ...row, since: row.since?.getTime() ?? null };
    },

    async histogram(scope, wanted, bars) {
      const found = await foundOf(pool, scope, wanted);
      const count = found.place(bars);
      const rows = await query<BarRow>(
        pool,
        `${found.text}, ends as (
           select min(created_at) as first, max(created_at) as last,
             greatest((max(created_at) - min(created_at)) / ${count}::int, ${SHORTEST_BAR_MS} * interval '1 millisecond') as step from found
         )
         select ends.first, ends.last, date_bin(ends.step, found.created_at, ends.first) as at, count(*)::int as runs,
           count(*) filter (where found.status = 'failed')::int as failed
         from found cross join ends group by ends.first, ends.last, at`,
        found.values,
      );
      return barsOf(rows, bars);
    },

    async facets(scope) {
      const [kinds, tags, persons] = await Promise.all([
        kindsOf(pool, scope),
        tagsOf(pool, scope),
        membersOf(pool, scope),
      ]);
      const of = (kind: KindRow["kind"]): string[] =>
        kinds.filter((row) => row.kind === kind).map((row) => row.name);
      return { agents: of("agent"), models: of("model"), tools: of("tool"), tags, persons };
    },

    members: async (scope) => ({ persons: await membersOf(pool, scope) }),
  };
}

function kindsOf(pool: pg.Pool, scope: Scope): Promise<KindRow[]> {
  const where = createWhere();
  where.and(`f.workspace_id = ${where.place(scope.workspaceId)}`);
  where.and("f.removed_at is null");
  where.and("f.root_id is null");
  where.and(visibleOfAll(where, scope));
  return query<KindRow>(
    pool,
    `with kinds as materialized (
       select f.agent, f.model, f.tools from trace_facts f where ${where.text()} group by 1, 2, 3
     )
     (select distinct 'agent' as kind, agent as name from kinds where agent <> '' limit ${MOST_NAMES})
     union all (select distinct 'model', model from kinds where model <> '' limit ${MOST_NAMES})
     union all (select distinct 'tool', tool from kinds cross join unnest(tools) as tool limit ${MOST_NAMES})
     order by 2`,
    where.values,
  );
}

/** Goes from tag to tag through the index and looks whether the person sees a run that has it. */
async function tagsOf(pool: pg.Pool, scope: Scope): Promise<readonly string[]> {
  const where = createWhere();
  const workspace = where.place(scope.workspaceId);
  const seen = visible(where, scope);
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
       where g.workspace_id = ${workspace} and g.tag = found.tag and f.removed_at is null and ${seen} offset 0
     ) limit ${MOST_NAMES}`,
    where.values,
  );
  return rows.map((row) => row.tag);
}

function membersOf(pool: pg.Pool, scope: Scope): Promise<PersonRow[]> {
  return query<PersonRow>(
    pool,
    `select u.id, u.name from "member" m join "user" u on u.id = m.user_id where m.workspace_id = $1 order by u.name`,
    [scope.workspaceId],
  );
}

/** Steps without a run are bars too; the last moment belongs to the last of them. */
function barsOf(rows: readonly BarRow[], bars: number): readonly HistogramBar[] {
  const [any] = rows;
  if (any === undefined) return [];
  const first = any.first.getTime();
  const step = Math.max((any.last.getTime() - first) / bars, SHORTEST_BAR_MS);
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
