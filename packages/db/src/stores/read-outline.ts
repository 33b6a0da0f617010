import { OUTLINE_VERSION, type OutlineEntry, toOutline } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { toEntry, parseOutlines } from "../rows/entry-row.ts";
import { query } from "../sql.ts";
import { ENTRIES_DEFAULT_LIMIT } from "../tunables.ts";

type LogRange = { readonly traceId: string; readonly after: number; readonly until: number };
type OutlineRow = { readonly outline: string | null; readonly others: number };
type BodyRow = { readonly body: string; readonly sequence: number };

/**
 * Returns the outlines of a range of a log: those stored with the entries, or derived from the bodies where another version wrote the rows.
 */
export async function readOutline(
  pool: pg.Pool,
  scope: Scope,
  range: LogRange,
): Promise<readonly OutlineEntry[]> {
  // One text for all rows: parsing it once costs a fraction of transferring rows.
  const [row] = await query<OutlineRow>(
    pool,
    `select string_agg(e.skeleton, ',' order by e.sequence) filter (where e.skeleton_version = $5) as outline,
       (count(*) filter (where e.skeleton_version is distinct from $5))::int as others
     from entry e where e.trace_id = $1 and e.workspace_id = $2 and e.sequence > $3 and e.sequence <= $4`,
    [range.traceId, scope.workspaceId, range.after, range.until, OUTLINE_VERSION],
  );
  if (row === undefined) return [];
  const stored = parseOutlines(row.outline);
  if (row.others === 0) return stored;
  const derived = await deriveMissing(pool, scope, range);
  return [...stored, ...derived].sort((left, right) => left.q - right.q);
}

async function deriveMissing(
  pool: pg.Pool,
  scope: Scope,
  { traceId, after, until }: LogRange,
): Promise<readonly OutlineEntry[]> {
  const outline: OutlineEntry[] = [];
  for (let last = after; last < until;) {
    const rows = await query<BodyRow>(
      pool,
      `select sequence, body from entry where trace_id = $1 and workspace_id = $2 and sequence > $3 and sequence <= $4
         and skeleton_version is distinct from $5
       order by sequence limit $6`,
      [traceId, scope.workspaceId, last, until, OUTLINE_VERSION, ENTRIES_DEFAULT_LIMIT],
    );
    outline.push(...rows.flatMap((row) => toOutline(toEntry(row)) ?? []));
    last = rows.at(-1)?.sequence ?? until;
  }
  return outline;
}
