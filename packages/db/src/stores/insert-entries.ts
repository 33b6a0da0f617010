import type pg from "pg";
import type { EntryRow } from "../rows/entry-row.ts";
import { query } from "../sql.ts";

/** Inserts entries with their outlines in the transaction that creates or copies their log. Appends use the group statement instead. */
export async function insertEntries(client: pg.PoolClient, rows: readonly EntryRow[]): Promise<void> {
  await query(
    client,
    `insert into entry (trace_id, sequence, workspace_id, id, kind, type, version, at, goal_id, body, skeleton, skeleton_version)
     select trace_id, sequence, workspace_id, id, kind, type, version, at, goal_id, body, skeleton, skeleton_version from json_to_recordset($1::json) as e(
       trace_id text, sequence int, workspace_id text, id text, kind text, type text, version int, at bigint, goal_id text, body text,
       skeleton text, skeleton_version int)`,
    [JSON.stringify(rows)],
  );
}
