import type pg from "pg";
import { referencedBlobs, toEntry } from "../rows/entry-row.ts";
import { query } from "../sql.ts";

/**
 * Drops the links to blobs that a log no longer names, and copies those of `from`, whose entries it took over. Never links by name alone,
 * because a link is a right to read (`insertTraces`). Returns the hashes whose links were dropped.
 */
export async function refreshBlobReferences(
  client: pg.PoolClient,
  {
    workspaceId,
    traceId,
    from,
  }: { readonly workspaceId: string; readonly traceId: string; readonly from?: string },
): Promise<readonly string[]> {
  const rows = await query<{ readonly body: string }>(
    client,
    "select body from entry where workspace_id = $1 and trace_id = $2",
    [workspaceId, traceId],
  );
  const hashes = [...new Set(rows.flatMap((row) => referencedBlobs(toEntry(row), row.body)))];
  const dropped = await query<{ readonly sha256: string }>(
    client,
    "delete from trace_blob where trace_id = $1 and sha256 <> all($2) returning sha256",
    [traceId, hashes],
  );
  const unlinked = dropped.map((row) => row.sha256);
  if (from === undefined) return unlinked;
  await query(
    client,
    `insert into trace_blob (trace_id, sha256, workspace_id)
     select $1, sha256, workspace_id from trace_blob where workspace_id = $2 and trace_id = $3 and sha256 = any($4)
     on conflict do nothing`,
    [traceId, workspaceId, from, hashes],
  );
  return unlinked;
}
