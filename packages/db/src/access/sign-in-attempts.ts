import type pg from "pg";
import { query } from "../sql.ts";
import { hashToken } from "./tokens.ts";

export interface SignInAttempts {
  /** Counts an attempt to sign in with this address; returns the number of attempts in the window, including this one. */
  count(email: string, windowMs: number): Promise<number>;
  /** Resets the counter after a successful sign-in. */
  clear(email: string): Promise<void>;
}

/** Counts attempts in the database, so that several web processes share one limit. A window is fixed: it starts with an attempt. */
export function createSignInAttempts(pool: pg.Pool): SignInAttempts {
  return {
    async count(email, windowMs) {
      const [row] = await query<{ readonly count: number }>(
        pool,
        `insert into sign_in_attempt as a (id, count, window_start) values ($1, 1, now())
         on conflict (id) do update set
           count = case when a.window_start < now() - make_interval(secs => $2) then 1 else a.count + 1 end,
           window_start = case when a.window_start < now() - make_interval(secs => $2) then now() else a.window_start end
         returning count`,
        [hashToken(email.toLowerCase()), windowMs / 1_000],
      );
      return row?.count ?? 1;
    },
    async clear(email) {
      await query(pool, "delete from sign_in_attempt where id = $1", [hashToken(email.toLowerCase())]);
    },
  };
}
