import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { parseOutlines } from "../rows/entry-row.ts";
import { query } from "../sql.ts";
import { storableName } from "./trace-facts.ts";
import { TOOL_USE_COUNT_RUNS } from "../tunables.ts";

/** The calls of one tool by runs that have ended. `failed` includes calls whose process died; `denied` ones did not run. */
export type ToolUse = {
  readonly name: string;
  readonly calls: number;
  readonly failed: number;
  readonly denied: number;
  readonly runs: number;
  /** The average time of a call that ran, in milliseconds; null if none did. */
  readonly meanMs: number | null;
};

/** How often runs call tools. Like all usage it covers the whole workspace, private conversations too: names and numbers, never content. */
export interface ToolUseStore {
  /** Sums the calls of runs created since a time, in milliseconds since the epoch. */
  uses(scope: Scope, since: number): Promise<readonly ToolUse[]>;
}

type CountedCalls = { calls: number; failed: number; denied: number; ms: number };
type ToolRow = { readonly trace_id: string; readonly at: Date; readonly outlines: string | null };
type SumRow = Omit<ToolUse, "meanMs"> & { readonly ms: string };

/** Tool uses in PostgreSQL. A run is counted once, by the first read after its end. */
export function createToolUseStore(pool: pg.Pool): ToolUseStore {
  return {
    async uses(scope, since) {
      await countEnded(pool, scope.workspaceId, since);
      const rows = await query<SumRow>(
        pool,
        `select name, sum(calls)::int as calls, sum(failed)::int as failed, sum(denied)::int as denied, count(*)::int as runs, sum(ms) as ms
         from tool_use where workspace_id = $1 and at >= $2 and name <> '' group by name order by name`,
        [scope.workspaceId, new Date(since)],
      );
      return rows.map(({ ms, ...row }) => ({
        ...row,
        meanMs: row.calls === row.denied ? null : Number(ms) / (row.calls - row.denied),
      }));
    },
  };
}

/** Counts the newest runs that no one has counted, as many as one read may. */
async function countEnded(pool: pg.Pool, workspaceId: string, since: number): Promise<void> {
  const rows = await query<ToolRow>(
    pool,
    `select f.trace_id, f.created_at as at, calls.outlines
     from (
       select f.workspace_id, f.trace_id, f.created_at from trace_facts f
       where f.workspace_id = $1 and f.created_at >= $2 and f.ended_at is not null and f.tool_calls > 0
         and not exists (select from tool_use u where u.workspace_id = f.workspace_id and u.trace_id = f.trace_id)
       order by f.created_at desc limit $3
     ) f
     cross join lateral (
       select string_agg(e.skeleton, ',') as outlines from entry e
       where e.workspace_id = f.workspace_id and e.trace_id = f.trace_id and e.kind = 'message' and e.type = 'tool'
     ) calls`,
    [workspaceId, new Date(since), TOOL_USE_COUNT_RUNS],
  );
  const counted = rows.flatMap(({ trace_id, at, outlines }) =>
    // A row without a name marks a run in which no call has an outline.
    [...withMark(countCalls(outlines))].map(([name, calls]) => ({ trace_id, at, name, ...calls })),
  );
  if (counted.length === 0) return;
  await query(
    pool,
    `insert into tool_use (workspace_id, trace_id, name, at, calls, failed, denied, ms)
     select $1, u.trace_id, u.name, u.at, u.calls, u.failed, u.denied, u.ms
     from json_to_recordset($2::json) as u(trace_id text, name text, at timestamptz, calls int, failed int, denied int, ms bigint)
       join (select id from trace where workspace_id = $1 and id = any($3) order by id for key share) t on t.id = u.trace_id
     on conflict do nothing`,
    [workspaceId, JSON.stringify(counted), counted.map((row) => row.trace_id)],
  );
}

function withMark(calls: ReadonlyMap<string, CountedCalls>): ReadonlyMap<string, CountedCalls> {
  return calls.size > 0 ? calls : new Map([["", { calls: 0, failed: 0, denied: 0, ms: 0 }]]);
}

function countCalls(outlines: string | null): ReadonlyMap<string, CountedCalls> {
  const counts = new Map<string, CountedCalls>();
  for (const outline of parseOutlines(outlines)) {
    if (outline.k !== "tool") continue;
    const name = storableName(outline.name);
    const count = counts.get(name) ?? { calls: 0, failed: 0, denied: 0, ms: 0 };
    count.calls += 1;
    if (outline.s === "error" || outline.s === "interrupted") count.failed += 1;
    if (outline.s === "denied") count.denied += 1;
    else count.ms += Math.round(outline.m);
    counts.set(name, count);
  }
  return counts;
}
