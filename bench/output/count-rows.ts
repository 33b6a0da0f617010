import type { Database } from "@goaltrace/db";

/** Returns the number of rows in the log of a run. */
export async function countRows(database: Database, traceId: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(
    "select count(*) from entry where trace_id = $1",
    [traceId],
  );
  return Number(rows[0]?.count ?? 0);
}
