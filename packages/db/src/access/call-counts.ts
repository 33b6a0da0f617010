import type pg from "pg";
import { query } from "../sql.ts";
import { CALL_COUNTS_KEPT_MS, CALL_COUNTS_SWEPT_AT_ONCE } from "../tunables.ts";
import { hashToken } from "./tokens.ts";

/** How many calls of one caller there were within the window that began with its first, this one included. */
export type CallCount = {
  readonly count: number;
  /** Until the window is over. Milliseconds. */
  readonly resetMs: number;
};

export interface CallCounts {
  /** Counts one call of whoever `key` names. */
  count(key: string, windowMs: number): Promise<CallCount>;
}

type CountRow = { readonly count: number; readonly age_ms: number };

/** Counted in the database, so that many web processes allow no more than one. Keys are kept as hashes, and not for long. */
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

/** Who has not called for long is forgotten, a few at each first call: a flood of made-up callers does not stay. */
async function sweep(pool: pg.Pool): Promise<void> {
  await query(
    pool,
    `delete from call_count where id in (
       select id from call_count where window_start < now() - make_interval(secs => $1)
       order by window_start limit $2 for update skip locked)`,
    [CALL_COUNTS_KEPT_MS / 1_000, CALL_COUNTS_SWEPT_AT_ONCE],
  );
}
