import type { Database } from "@goaltrace/db";

/** Shorter than the time after which a listening connection runs another statement. */
const LOOK_EVERY_MS = 500;

/** Counts the connections that have ever listened, by the last statement of each of the server's connections. */
export function countListeners(database: Database): { stop(): number } {
  const seen = new Set<number>();
  const timer = setInterval(() => {
    database.pool
      .query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'",
      )
      .then(({ rows }) => rows.forEach(({ pid }) => seen.add(pid)))
      .catch(() => undefined);
  }, LOOK_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return seen.size;
    },
  };
}
