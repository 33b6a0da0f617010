import { ANSWERS, type Lease, type TraceStore } from "@goaltrace/core";
import type pg from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { readTrace, TRACE_COLUMNS, type TraceRow } from "../rows/trace-row.ts";
import { literals, query, transaction } from "../sql.ts";
import { readableSignal } from "./readable-signal.ts";

type ClaimedRow = TraceRow & { readonly fence: string; readonly lease_until: Date };

/** Each wait with each of its answers. */
const ANSWER_PAIRS = Object.entries(ANSWERS).flatMap(([waitingFor, kinds]) =>
  kinds.map((kind) => [waitingFor, kind] as const),
);
const ANSWER_KINDS = ANSWER_PAIRS.map(([, kind]) => kind);

/** As the trigger `trace_claim_version` wants it: a version that knows less of signals must not claim. */
const CLAIM_VERSION = "2";

/** A root without a lease. */
const FREE = `candidate.id = candidate.root_id and (candidate.lease_until is null or candidate.lease_until <= clock_timestamp())`;

/**
 * What `TraceStore.claim` may give, as the three sets that make it up, each found through an index of its own: a run that waits for nothing
 * but its time or an answer is looked at when that has come, and not before, however many wait.
 */
const CLAIMABLE = {
  ready: { from: "trace as candidate", where: `candidate.status in ('queued', 'running') and ${FREE}` },
  due: {
    from: "trace as candidate",
    where: `candidate.status = 'waiting' and candidate.wake_at <= clock_timestamp() and ${FREE}`,
  },
  answered: {
    from: `run_signal as answer
      join trace as candidate on candidate.workspace_id = answer.workspace_id and candidate.id = answer.trace_id`,
    where: `answer.taken_at is null and answer.kind in (${literals(ANSWER_KINDS)}) and ${readableSignal("answer", ANSWER_KINDS)}
      and candidate.status = 'waiting' and (candidate.waiting_for, answer.kind) in (values ${ANSWER_PAIRS.map((pair) => `(${literals(pair)})`).join(", ")})
      and ${FREE}`,
  },
} as const;

/** The criteria of a claim: one trace, folders that it has (a cancelled run is ended by anybody), runs that were not told yet; no busy conversation. */
const WANTED = `($3::text is null or candidate.id = $3)
    and ($4::text[] is null or candidate.project_folder is null or candidate.project_folder = any($4) or exists (
      select from run_signal as wish
      where wish.kind = 'cancel' and wish.trace_id = candidate.id and wish.taken_at is null and ${readableSignal("wish", ["cancel"])}))
    and ($5::float8 is null or (candidate.status <> 'waiting' and candidate.created_at <= clock_timestamp() - make_interval(secs => $5 / 1000)))
    and not exists (
      select from trace as busy
      where busy.workspace_id = candidate.workspace_id and busy.conversation_id = candidate.conversation_id
        and busy.id <> candidate.id and busy.status in ('queued', 'running') and busy.lease_until > clock_timestamp()
    )`;

const oldestOf = ({ from, where }: (typeof CLAIMABLE)[keyof typeof CLAIMABLE]): string =>
  `select candidate.id, candidate.created_at from ${from} where ${where} and ${WANTED}
  order by candidate.created_at, candidate.id limit 1 for update of candidate skip locked`;

/** The oldest run that can be claimed. */
const CLAIM = `
with ready as materialized (${oldestOf(CLAIMABLE.ready)}),
due as materialized (${oldestOf(CLAIMABLE.due)}),
answered as materialized (${oldestOf(CLAIMABLE.answered)})
update trace set lease_owner = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond', fence = fence + 1,
  resume_count = resume_count + case when status = 'running' then 1 else 0 end
where id = (
  select id from (select * from ready union all select * from due union all select * from answered) as oldest
  order by created_at, id limit 1
)
returning ${TRACE_COLUMNS}, fence, lease_until`;

const WAITING_FOLDERS = Object.values(CLAIMABLE)
  .map(
    ({ from, where }) =>
      `select candidate.project_folder from ${from} where ${where} and candidate.project_folder is not null`,
  )
  .join(" union ");

/** The lease half of the trace store. Time is the database's: workers' clocks may differ. */
export function createTraceLeases(
  pool: pg.Pool,
): Pick<TraceStore, "claim" | "waitingFolders" | "heartbeat" | "release"> {
  return {
    async claim({ owner, leaseMs, only, folders, unmarkedForMs }) {
      // The claim waits behind the lock in the server and sees what the one before it made.
      const [, rows] = await transaction(
        pool,
        async (client) =>
          await Promise.all([
            // Claims wait for each other: two of them at once could start two runs of one conversation.
            query(client, "select pg_advisory_xact_lock($1), set_config('goaltrace.version', $2, true)", [
              ADVISORY_LOCKS.claim,
              CLAIM_VERSION,
            ]),
            query<ClaimedRow>(client, CLAIM, [
              owner,
              leaseMs,
              only ?? null,
              folders ?? null,
              unmarkedForMs ?? null,
            ]),
          ]),
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      const lease: Lease = {
        rootId: row.id,
        owner,
        fence: Number(row.fence),
        until: row.lease_until.getTime(),
      };
      return { trace: readTrace(row), lease };
    },

    async waitingFolders() {
      const rows = await query<{ readonly project_folder: string }>(pool, WAITING_FOLDERS);
      return rows.map((row) => row.project_folder);
    },

    async heartbeat(lease, leaseMs) {
      const rows = await query(
        pool,
        `update trace set lease_until = clock_timestamp() + $4 * interval '1 millisecond'
         where id = $1 and fence = $2 and lease_owner = $3 and lease_until > clock_timestamp() returning id`,
        [lease.rootId, lease.fence, lease.owner, leaseMs],
      );
      return rows.length > 0;
    },

    async release(lease) {
      await query(
        pool,
        "update trace set lease_owner = null, lease_until = null where id = $1 and fence = $2 and lease_owner = $3",
        [lease.rootId, lease.fence, lease.owner],
      );
    },
  };
}
