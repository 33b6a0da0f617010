import type pg from "pg";
import { createBatch } from "../batch.ts";
import { query, transaction } from "../sql.ts";
import { CALLERS_MAX_BATCH } from "../tunables.ts";
import { type CallRequest, grantCalls } from "./grant-calls.ts";
import { hashToken } from "./tokens.ts";

/** The calls that a request may send; 0 if one of its counters leaves no room. */
export type CallGrant = {
  readonly calls: number;
  /** For how long after the request they may be sent, in milliseconds; without calls, when a window ends that leaves no room. */
  readonly validMs: number;
  /** The counter that leaves no room; null if all do. */
  readonly full: string | null;
};

/** Counters of calls that must not exceed a limit, exact over all processes. */
export interface CallGrants {
  /** Counts the calls that it grants, for those that are never sent too. A window starts with its first call. */
  take(request: CallRequest): Promise<CallGrant>;
  /** Returns the calls counted in the current windows, by counter. */
  used(counters: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

type CounterRow = { readonly id: string; readonly count: number; readonly rest_ms: number };

/** The database stores times in milliseconds, rounded. */
const ROUNDING_MS = 1;
const WINDOW = "make_interval(secs => $2::float8 / 1000)";

/**
 * Locks the counters until the end of the transaction, in the order of their ids, and starts a new window where one is over. The time of a row is
 * taken before the wait for its lock, so a window is never ended early.
 */
const LOCK_COUNTERS = {
  name: "lock_call_counters",
  text: `insert into call_count as c (id, count, window_start)
    select id, 0, clock_timestamp() from unnest($1::text[]) as counter(id) order by id
    on conflict (id) do update set
      count = case when c.window_start <= excluded.window_start - ${WINDOW} then 0 else c.count end,
      window_start = case when c.window_start <= excluded.window_start - ${WINDOW} then excluded.window_start else c.window_start end
    returning id, count, (extract(epoch from window_start + ${WINDOW} - clock_timestamp()) * 1000)::float8 as rest_ms`,
};
const ADD_CALLS = {
  name: "add_granted_calls",
  text: `update call_count c set count = c.count + granted.calls
    from unnest($1::text[], $2::int[]) as granted(id, calls) where c.id = granted.id`,
};
const READ_COUNTERS = {
  name: "read_call_counters",
  text: `select id, count from call_count where id = any($1) and window_start > now() - ${WINDOW}`,
};

/** Counts granted calls in the database, with windows of `windowMs`. Concurrent requests share a transaction. Counters are stored as hashes. */
export function createCallGrants(pool: pg.Pool, windowMs: number): CallGrants {
  return {
    take: createBatch<CallRequest, CallGrant>({
      most: CALLERS_MAX_BATCH,
      run: async (requests) => await takeAll(pool, requests, windowMs),
    }),
    async used(counters) {
      const names = new Map(counters.map((counter) => [hashToken(counter), counter]));
      const rows = await query<CounterRow>(pool, READ_COUNTERS, [[...names.keys()], windowMs]);
      return new Map(rows.map(({ id, count }) => [names.get(id) ?? "", count]));
    },
  };
}

async function takeAll(
  pool: pg.Pool,
  requests: readonly CallRequest[],
  windowMs: number,
): Promise<readonly CallGrant[]> {
  const hashes = new Map(
    requests.flatMap(({ counters }) => counters.map(({ id }) => [id, hashToken(id)] as const)),
  );
  return await transaction(pool, async (client) => {
    const rows = await query<CounterRow>(client, LOCK_COUNTERS, [[...hashes.values()], windowMs]);
    const byHash = new Map(rows.map((row) => [row.id, row]));
    const rowOf = (id: string): CounterRow =>
      byHash.get(hashes.get(id) ?? "") ?? { id, count: 0, rest_ms: 0 };
    const used = new Map([...hashes.keys()].map((id) => [id, rowOf(id).count]));
    const grants = grantCalls(used, requests);
    const added = new Map<string, number>();
    requests.forEach(({ counters }, index) => {
      for (const { id } of counters) added.set(id, (added.get(id) ?? 0) + (grants[index] ?? 0));
    });
    await query(client, ADD_CALLS, [Array.from(added.keys(), (id) => hashes.get(id)), [...added.values()]]);
    return requests.map(({ counters }, index) => {
      const calls = grants[index] ?? 0;
      const isFull = ({ id, limit }: (typeof counters)[number]): boolean =>
        rowOf(id).count + (added.get(id) ?? 0) >= limit;
      const full = calls > 0 ? undefined : counters.find(isFull);
      const bounding = full === undefined ? counters : [full];
      const rest = Math.min(...bounding.map(({ id }) => rowOf(id).rest_ms));
      return { calls, validMs: Math.max(0, rest - ROUNDING_MS), full: full?.id ?? null };
    });
  });
}
