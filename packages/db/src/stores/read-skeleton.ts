import type { Scope } from "@goaltrace/core";
import { OUTLINE_VERSION, type OutlineEntry, toOutline } from "@goaltrace/core/log";
import type pg from "pg";
import { entryOf, outlinesIn } from "../rows/entry-row.ts";
import { query } from "../sql.ts";
import { ENTRIES_DEFAULT_LIMIT } from "../tunables.ts";

type Stretch = { readonly traceId: string; readonly after: number; readonly until: number };
type OutlineRow = { readonly outline: string | null; readonly others: number };
type BodyRow = { readonly body: string; readonly sequence: number };

/** What `toOutline` makes of a stretch of a log: as it was stored with the entries, or from their bodies where another version wrote them. */
export async function readSkeleton(
  pool: pg.Pool,
  scope: Scope,
  stretch: Stretch,
): Promise<readonly OutlineEntry[]> {
  // One text for all rows: taking it apart at once costs a fraction of what rows cost.
  const [row] = await query<OutlineRow>(
    pool,
    `select string_agg(e.skeleton, ',' order by e.sequence) filter (where e.skeleton_version = $5) as outline,
       (count(*) filter (where e.skeleton_version is distinct from $5))::int as others
     from entry e where e.trace_id = $1 and e.workspace_id = $2 and e.sequence > $3 and e.sequence <= $4`,
    [stretch.traceId, scope.workspaceId, stretch.after, stretch.until, OUTLINE_VERSION],
  );
  if (row === undefined) return [];
  const stored = outlinesIn(row.outline);
  if (row.others === 0) return stored;
  const derived = await deriveOthers(pool, scope, stretch);
  return [...stored, ...derived].sort((left, right) => left.q - right.q);
}

async function deriveOthers(
  pool: pg.Pool,
  scope: Scope,
  { traceId, after, until }: Stretch,
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
    outline.push(...rows.flatMap((row) => toOutline(entryOf(row)) ?? []));
    last = rows.at(-1)?.sequence ?? until;
  }
  return outline;
}
