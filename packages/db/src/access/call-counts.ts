import type pg from "pg";
import { createBatch } from "../batch.ts";
import { query } from "../sql.ts";
import { CALL_COUNTS_RETENTION_MS, CALL_COUNTS_SWEEP_BATCH, CALLERS_MAX_BATCH } from "../tunables.ts";
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

/** The caller's window as an interval: a batch may count callers with different windows. */
const WINDOW = "make_interval(secs => ($3::float8[])[array_position($1::text[], c.id)])";

const COUNT_CALLS = {
  name: "count_calls",
  text: `insert into call_count as c (id, count, window_start)
    select id, calls, now() from unnest($1::text[], $2::int[]) as caller(id, calls) order by id
    on conflict (id) do update set
      count = case when c.window_start < now() - ${WINDOW} then excluded.count else c.count + excluded.count end,
      window_start = case when c.window_start < now() - ${WINDOW} then now() else c.window_start end
    returning id, count, (extract(epoch from now() - window_start) * 1000)::float8 as age_ms`,
};

type Call = { readonly id: string; readonly windowMs: number };
type CountRow = { readonly id: string; readonly count: number; readonly age_ms: number };

/** Counts calls in the database, so that several web processes share one limit. Keys are stored as hashes and deleted after a while. */
export function createCallCounts(pool: pg.Pool): CallCounts {
  const count = createBatch<Call, CallCount>({
    most: CALLERS_MAX_BATCH,
    run: async (calls) => await countCalls(pool, calls),
  });
  return {
    count: async (key, windowMs) => await count({ id: hashToken(key), windowMs }),
  };
}

/** Counts calls in one statement and gives each its own number. Rows are locked in the order of ids, so that processes never deadlock. */
async function countCalls(pool: pg.Pool, calls: readonly Call[]): Promise<readonly CallCount[]> {
  const callers = new Map<string, { readonly windowMs: number; calls: number }>();
  const position = calls.map(({ id, windowMs }) => {
    const caller = callers.get(id) ?? { windowMs, calls: 0 };
    callers.set(id, caller);
    return (caller.calls += 1);
  });
  const rows = await query<CountRow>(pool, COUNT_CALLS, [
    [...callers.keys()],
    Array.from(callers.values(), (caller) => caller.calls),
    Array.from(callers.values(), (caller) => caller.windowMs / 1_000),
  ]);
  const counted = new Map(rows.map((row) => [row.id, row]));
  const isNew = rows.some((row) => row.count === callers.get(row.id)?.calls);
  if (isNew) await sweep(pool);
  return calls.map(({ id, windowMs }, index) => {
    const row = counted.get(id);
    if (row === undefined) return { count: 1, resetMs: windowMs };
    const later = (callers.get(id)?.calls ?? 0) - (position[index] ?? 0);
    return { count: row.count - later, resetMs: Math.max(0, windowMs - row.age_ms) };
  });
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
