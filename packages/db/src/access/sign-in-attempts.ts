import type pg from "pg";
import { query } from "../sql.ts";
import { hashToken } from "./tokens.ts";

export interface SignInAttempts {
  /** Counts one attempt to sign in with this address; returns how many there were within the window, this one included. */
  count(email: string, windowMs: number): Promise<number>;
  /** Forgets them: the person has signed in. */
  clear(email: string): Promise<void>;
}

/** Counted in the database, so that many web processes are no more attempts than one. Windows stand still: they begin with an attempt. */
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
