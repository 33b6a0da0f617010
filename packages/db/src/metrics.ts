import type pg from "pg";
import { query } from "./sql.ts";

/** Metrics counted in the database. */
export type DatabaseMetrics = {
  /** Root and child traces by status. */
  readonly runsByStatus: ReadonlyMap<string, number>;
  /** Root traces that wait for a worker, and the age of the oldest in seconds; 0 when none waits. */
  readonly queued: number;
  readonly oldestQueuedSeconds: number;
  /** Entries appended to logs since the server's statistics were last reset. */
  readonly entriesAppended: number;
};

export interface Metrics {
  read(): Promise<DatabaseMetrics>;
}

/** Metrics across all workspaces, for the operator only. */
export function createMetrics(pool: pg.Pool): Metrics {
  return {
    async read() {
      const [statuses, queue, appended] = await Promise.all([
        query<{ readonly status: string; readonly count: string }>(
          pool,
          "select status, count(*) as count from trace group by status",
        ),
        query<{ readonly count: string; readonly age: number | null }>(
          pool,
          `select count(*) as count, extract(epoch from now() - min(created_at))::float8 as age
           from trace where status = 'queued' and id = root_id`,
        ),
        query<{ readonly count: string }>(
          pool,
          "select n_tup_ins as count from pg_stat_user_tables where relname = 'entry' and schemaname = current_schema()",
        ),
      ]);
      return {
        runsByStatus: new Map(statuses.map((row) => [row.status, Number(row.count)])),
        queued: Number(queue[0]?.count ?? 0),
        oldestQueuedSeconds: Math.max(0, queue[0]?.age ?? 0),
        entriesAppended: Number(appended[0]?.count ?? 0),
      };
    },
  };
}
