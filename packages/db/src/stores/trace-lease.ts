import type { Lease, PreviousHolder, TraceStore } from "@goaltrace/core/ports";
import { ANSWERS } from "@goaltrace/core/signals";
import type pg from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { readTrace, TRACE_COLUMNS, type TraceRow } from "../rows/trace-row.ts";
import { literals, query, transaction } from "../sql.ts";
import { readableSignal } from "./readable-signal.ts";

type ClaimedRow = TraceRow & {
  readonly fence: string;
  readonly lease_until: Date;
  readonly previous_holder: PreviousHolder;
};

/** Every kind of wait with every signal that answers it. */
const ANSWER_PAIRS = Object.entries(ANSWERS).flatMap(([waitingFor, kinds]) =>
  kinds.map((kind) => [waitingFor, kind] as const),
);
const ANSWER_KINDS = ANSWER_PAIRS.map(([, kind]) => kind);

/** The version that the trigger `trace_claim_version` requires: versions that understand fewer signals must not claim. */
const CLAIM_VERSION = "2";

/** Declares this version in the transaction of `client`, without which the fence of a run cannot be raised. */
export async function declareVersion(client: pg.PoolClient): Promise<void> {
  await query(client, "select set_config('goaltrace.version', $1, true)", [CLAIM_VERSION]);
}

/** A root trace without a valid lease. */
const UNLEASED = `candidate.id = candidate.root_id and (candidate.lease_until is null or candidate.lease_until <= clock_timestamp())`;

/**
 * The claimable runs of `TraceStore.claim` as three disjoint sets, each with an index of its own: a run that waits for a time or an answer
 * is not examined before that has arrived, however many runs wait.
 */
const CLAIMABLE = {
  ready: { from: "trace as candidate", where: `candidate.status in ('queued', 'running') and ${UNLEASED}` },
  due: {
    from: "trace as candidate",
    where: `candidate.status = 'waiting' and candidate.wake_at <= clock_timestamp() and ${UNLEASED}`,
  },
  answered: {
    from: `run_signal as answer
      join trace as candidate on candidate.workspace_id = answer.workspace_id and candidate.id = answer.trace_id`,
    where: `answer.taken_at is null and answer.kind in (${literals(ANSWER_KINDS)}) and ${readableSignal("answer", ANSWER_KINDS)}
      and candidate.status = 'waiting' and (candidate.waiting_for, answer.kind) in (values ${ANSWER_PAIRS.map((pair) => `(${literals(pair)})`).join(", ")})
      and ${UNLEASED}`,
  },
} as const;

/**
 * The criteria of a claim: a specific trace; none that the worker executes; the worker's folders (any worker may end a canceled run); runs not yet marked as waiting for a
 * folder; no conversation with another run in progress.
 */
const CLAIM_CRITERIA = `($3::text is null or candidate.id = $3) and candidate.id <> all($6::text[])
    and ($4::text[] is null or candidate.project_folder is null or candidate.project_folder = any($4) or exists (
      select from run_signal as cancellation
      where cancellation.kind = 'cancel' and cancellation.trace_id = candidate.id and cancellation.taken_at is null and ${readableSignal("cancellation", ["cancel"])}))
    and ($5::float8 is null or (candidate.status <> 'waiting' and candidate.created_at <= clock_timestamp() - make_interval(secs => $5 / 1000)))
    and not exists (
      select from trace as busy
      where busy.workspace_id = candidate.workspace_id and busy.conversation_id = candidate.conversation_id
        and busy.id <> candidate.id and busy.status in ('queued', 'running') and busy.lease_until > clock_timestamp()
    )`;

const selectOldest = ({ from, where }: (typeof CLAIMABLE)[keyof typeof CLAIMABLE]): string =>
  `select candidate.id as candidate_id, candidate.created_at as candidate_at, candidate.lease_owner as previous_owner from ${from} where ${where} and ${CLAIM_CRITERIA}
  order by candidate.created_at, candidate.id limit 1 for update of candidate skip locked`;

/** Claims the oldest claimable run. Its previous owner lives if it has a connection: connections carry the name of their process. */
const CLAIM = `
with ready as materialized (${selectOldest(CLAIMABLE.ready)}),
due as materialized (${selectOldest(CLAIMABLE.due)}),
answered as materialized (${selectOldest(CLAIMABLE.answered)})
update trace set lease_owner = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond', fence = fence + 1,
  resume_count = resume_count + case when status = 'running' then 1 else 0 end
from (
  select * from (select * from ready union all select * from due union all select * from answered) as candidates
  order by candidate_at, candidate_id limit 1
) as oldest
where id = candidate_id
returning ${TRACE_COLUMNS}, fence, lease_until, case
  when previous_owner is null then 'released'
  when exists (select from pg_stat_activity where application_name = previous_owner) then 'lost'
  else 'died' end as previous_holder`;

const WAITING_FOLDERS = Object.values(CLAIMABLE)
  .map(
    ({ from, where }) =>
      `select candidate.project_folder from ${from} where ${where} and candidate.project_folder is not null`,
  )
  .join(" union ");

/** The lease operations of the trace store. Time is the database's, because workers' clocks may differ. */
export function createTraceLeases(
  pool: pg.Pool,
): Pick<TraceStore, "claim" | "waitingFolders" | "heartbeat" | "release"> {
  return {
    async claim({ owner, leaseMs, only, folders, unmarkedForMs, except = [] }) {
      // The claim is pipelined behind the lock, so it waits in the server and sees the result of the previous claim.
      const [, rows] = await transaction(
        pool,
        async (client) =>
          await Promise.all([
            // Claims are serialized: two concurrent ones could start two runs of one conversation.
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
              except,
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
      return { trace: readTrace(row), lease, previousHolder: row.previous_holder };
    },

    async waitingFolders() {
      const rows = await query<{ readonly project_folder: string }>(pool, WAITING_FOLDERS);
      return rows.map((row) => row.project_folder);
    },

    async heartbeat(lease, leaseMs) {
      const rows = await query(
        pool,
        `update trace set lease_until = clock_timestamp() + $4 * interval '1 millisecond'
         where id = $1 and fence = $2 and lease_owner = $3 returning id`,
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
