import type pg from "pg";
import { query } from "../sql.ts";
import { CALL_COUNTS_RETENTION_MS, CALL_COUNTS_SWEEP_BATCH } from "../tunables.ts";
import { hashToken } from "./tokens.ts";

/** The number of calls by one caller in the current window, including this one. The window starts with the first call. */
export type CallCount = {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
};

export interface CallCounts {
  /** Counts one call by the caller that `key` identifies. */
  count(key: string, windowMs: number): Promise<CallCount>;
}

type CountRow = { readonly count: number; readonly age_ms: number };

/** Counts calls in the database, so that several web processes share one limit. Keys are stored as hashes and deleted after a while. */
export function createCallCounts(pool: pg.Pool): CallCounts {
  return {
    async count(key, windowMs) {
      const [row] = await query<CountRow>(
        pool,
        `insert into call_count as c (id, count, window_start) values ($1, 1, now())
         on conflict (id) do update set
           count = case when c.window_start < now() - make_interval(secs => $2) then 1 else c.count + 1 end,
           window_start = case when c.window_start < now() - make_interval(secs => $2) then now() else c.window_start end
         returning count, (extract(epoch from now() - window_start) * 1000)::float8 as age_ms`,
        [hashToken(key), windowMs / 1_000],
      );
      if (row === undefined) return { count: 1, resetMs: windowMs };
      if (row.count === 1) await sweep(pool);
      return { count: row.count, resetMs: Math.max(0, windowMs - row.age_ms) };
    },
  };
}

/** Deletes a few expired counters with each new one, so that a flood of made-up callers cannot fill the table. */
async function sweep(pool: pg.Pool): Promise<void> {
  await query(
    pool,
    `delete from call_count where id in (
       select id from call_count where window_start < now() - make_interval(secs => $1)
       order by window_start limit $2 for update skip locked)`,
    [CALL_COUNTS_RETENTION_MS / 1_000, CALL_COUNTS_SWEEP_BATCH],
  );
}
