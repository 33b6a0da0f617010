import type pg from "pg";
import { query } from "../sql.ts";
import { SIGN_IN_ATTEMPTS_RETENTION_MS, SIGN_IN_ATTEMPTS_SWEEP_BATCH } from "../tunables.ts";
import type { CallCount } from "./call-counts.ts";
import { hashToken } from "./tokens.ts";

/** Counters of attempts at a password. A key names the account and the network address. */
export interface SignInAttempts {
  /** Counts an attempt. The window starts with its first attempt. */
  count(key: string, windowMs: number): Promise<CallCount>;
  /** Takes back one attempt. */
  uncount(key: string): Promise<void>;
  /** Resets the counter after a correct password. */
  clear(key: string): Promise<void>;
}

type CountRow = { readonly count: number; readonly age_ms: number };

/** Counts attempts in the database, so that several web processes share one limit. Keys are stored as hashes and deleted after a while. */
export function createSignInAttempts(pool: pg.Pool): SignInAttempts {
  return {
    async count(key, windowMs) {
      const [row] = await query<CountRow>(
        pool,
        `insert into sign_in_attempt as a (id, count, window_start) values ($1, 1, now())
         on conflict (id) do update set
           count = case when a.window_start < now() - make_interval(secs => $2) then 1 else a.count + 1 end,
           window_start = case when a.window_start < now() - make_interval(secs => $2) then now() else a.window_start end
         returning count, (extract(epoch from now() - window_start) * 1000)::float8 as age_ms`,
        [hashToken(key), windowMs / 1_000],
      );
      if (row === undefined) return { count: 1, resetMs: windowMs };
      if (row.count === 1) await sweep(pool);
      return { count: row.count, resetMs: Math.max(0, windowMs - row.age_ms) };
    },
    async uncount(key) {
      await query(pool, "update sign_in_attempt set count = greatest(count - 1, 0) where id = $1", [
        hashToken(key),
      ]);
    },
    async clear(key) {
      await query(pool, "delete from sign_in_attempt where id = $1", [hashToken(key)]);
    },
  };
}

/** Deletes a few expired counters with each new one, so that invented accounts cannot fill the table. */
async function sweep(pool: pg.Pool): Promise<void> {
  await query(
    pool,
    `delete from sign_in_attempt where id in (
       select id from sign_in_attempt where window_start < now() - make_interval(secs => $1) limit $2 for update skip locked)`,
    [SIGN_IN_ATTEMPTS_RETENTION_MS / 1_000, SIGN_IN_ATTEMPTS_SWEEP_BATCH],
  );
}
