import type { Trace, TraceStatus, WaitingFor } from "@goaltrace/core/log";
import type { Page, Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { readProjection } from "../rows/trace-row.ts";
import { readTitle } from "../rows/trace-title.ts";
import { query } from "../sql.ts";
import { LIST_HEADER_CHARACTERS, LIST_MAX_LIMIT, NEWER_COUNT_LIMIT } from "../tunables.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { createTraceBin, type TraceBin } from "./trace-bin.ts";
import { createTraceFigures, type TraceFigures } from "./trace-figures.ts";
import { type TraceQuery, queryConditions } from "./trace-query.ts";

/** A run as lists show it. Times are milliseconds since the epoch; `cost` is in US dollars, null while unknown. */
export type TraceListItem = {
  readonly id: string;
  /** The first line of the task. */
  readonly title: string;
  readonly status: TraceStatus;
  readonly waitingFor: WaitingFor | null;
  readonly phase: Trace["phase"];
  readonly agent: string;
  readonly model: string;
  readonly personId: string;
  /** Null for a deleted account and for runs that no person started. */
  readonly personName: string | null;
  readonly conversationId: string | null;
  readonly tags: readonly string[];
  readonly errors: number;
  readonly loops: number;
  /** Goals and branches of sub-agents that it gave up. Earlier versions counted none. */
  readonly givenUp: number;
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number | null;
  /** Sub-agents of the run, at every depth. The other figures are those of the run alone. */
  readonly agents: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Milliseconds from its task to its last entry in which it worked, and in which it waited. */
  readonly workedMs: number;
  readonly waitedMs: number;
  readonly lastSequence: number;
};

/** The traces that a person of a workspace can see. */
export type TraceListStore = TraceFigures &
  TraceBin & {
    /** Newest first. */
    list(
      scope: Scope,
      filter: TraceQuery,
      page: { readonly cursor: string | null; readonly limit: number },
    ): Promise<Page<TraceListItem>>;
    /** Returns how many runs of the list are newer than one of its rows; counts up to 100. */
    countNewer(
      scope: Scope,
      filter: TraceQuery,
      row: { readonly id: string; readonly createdAt: number },
    ): Promise<number>;
  };

type ItemRow = {
  readonly id: string;
  readonly header_start: string;
  readonly projection: string;
  readonly status: TraceStatus;
  readonly agent: string;
  readonly model: string;
  readonly person_id: string;
  readonly person_name: string | null;
  readonly conversation_id: string | null;
  readonly tags: readonly string[] | null;
  readonly errors: number;
  readonly loops: number;
  readonly given_up: number;
  readonly calls: number;
  readonly tokens: string;
  readonly cost: number | null;
  readonly agents: number;
  readonly created_at: Date;
};

/** Lists of traces in PostgreSQL, read from their facts. A limit above the maximum page size is reduced to it. */
export function createTraceListStore(pool: pg.Pool): TraceListStore {
  return {
    ...createTraceFigures(pool),
    ...createTraceBin(pool),

    async list(scope, filter, page) {
      const after = readCursor(page.cursor);
      const limit = Math.max(1, Math.min(page.limit, LIST_MAX_LIMIT));
      const where = await queryConditions(pool, scope, { filter, reads: "page" });
      if (after !== null)
        where.and(`(f.created_at, f.trace_id) < (${where.bind(after.at)}, ${where.bind(after.id)})`);
      const rows = await query<ItemRow>(
        pool,
        `with page as materialized (
           select f.* from trace_facts f where ${where.text()} order by f.created_at desc, f.trace_id desc limit ${limit + 1}
         )
         select page.trace_id as id, left(t.header, ${LIST_HEADER_CHARACTERS}) as header_start, t.projection, page.status, page.agent, page.model, page.person_id, page.conversation_id,
           u.name as person_name, page.errors, page.loops, page.given_up, page.tool_calls + page.model_calls as calls,
           page.input_tokens + page.output_tokens as tokens, page.cost, page.created_at,
           (select count(*)::int from trace c where c.workspace_id = page.workspace_id and c.root_id = page.trace_id and c.id <> page.trace_id) as agents,
           (select array_agg(tag order by created_at, tag) from trace_tag g where g.workspace_id = page.workspace_id and g.trace_id = page.trace_id) as tags
         from page join trace t on t.workspace_id = page.workspace_id and t.id = page.trace_id left join "user" u on u.id = page.person_id
         order by page.created_at desc, page.trace_id desc`,
        where.values,
      );
      const pageRows = rows.slice(0, limit);
      const last = pageRows.at(-1);
      const nextCursor =
        rows.length > limit && last !== undefined ? writeCursor({ at: last.created_at, id: last.id }) : null;
      return { items: pageRows.map(toItem), nextCursor };
    },

    async countNewer(scope, filter, row) {
      const where = await queryConditions(pool, scope, { filter, reads: "page" });
      where.and(
        `(f.created_at, f.trace_id) > (${where.bind(new Date(row.createdAt))}, ${where.bind(row.id)})`,
      );
      const [counted] = await query<{ readonly count: number }>(
        pool,
        `select count(*)::int as count from (select from trace_facts f where ${where.text()}
           order by f.created_at desc limit ${NEWER_COUNT_LIMIT}) newer`,
        where.values,
      );
      return counted?.count ?? 0;
    },
  };
}

function toItem(row: ItemRow): TraceListItem {
  const { waitingFor, phase, startedAt, endedAt, lastSequence, totals } = readProjection(row.projection);
  const createdAt = row.created_at.getTime();
  const waitedMs = Math.min(totals.durationMs, totals.waitedMs ?? 0);
  return {
    id: row.id,
    title: readTitle(row.header_start),
    status: row.status,
    waitingFor,
    phase,
    agent: row.agent,
    model: row.model,
    personId: row.person_id,
    personName: row.person_name,
    conversationId: row.conversation_id,
    tags: row.tags ?? [],
    errors: row.errors,
    loops: row.loops,
    givenUp: row.given_up,
    calls: row.calls,
    tokens: Number(row.tokens),
    cost: row.cost,
    agents: row.agents,
    createdAt,
    startedAt,
    endedAt,
    workedMs: totals.durationMs - waitedMs,
    // Until it starts a run waits for a worker.
    waitedMs: startedAt === null ? 0 : waitedMs + Math.max(0, startedAt - createdAt),
    lastSequence,
  };
}
