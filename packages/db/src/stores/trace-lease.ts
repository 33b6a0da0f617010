import type { Lease, TraceStore } from "@goaltrace/core";
import type pg from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { readTrace, TRACE_COLUMNS, type TraceRow } from "../rows/trace-row.ts";
import { query, transaction } from "../sql.ts";

type ClaimedRow = TraceRow & { readonly fence: string; readonly lease_until: Date };

/** Root that nobody runs and somebody may: queued, running under a lease that is over, or waiting for its folder. */
const CLAIMABLE = `id = root_id and status in ('queued', 'running', 'waiting')
    and (status <> 'waiting' or projection::jsonb->>'waitingFor' = 'folder')
    and (lease_until is null or lease_until <= clock_timestamp())`;

/** The oldest of them whose conversation is not busy. */
const CLAIM = `
update trace set lease_owner = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond', fence = fence + 1,
  resume_count = resume_count + case when status = 'running' then 1 else 0 end
where id = (
  select id from trace as candidate
  where ${CLAIMABLE} and ($3::text is null or id = $3)
    and ($4::text[] is null or project_folder is null or project_folder = any($4)
      or exists (select from signal where signal.trace_id = candidate.id and kind = 'cancel' and taken_at is null))
    and ($5::float8 is null or (status <> 'waiting' and created_at <= clock_timestamp() - make_interval(secs => $5 / 1000)))
    and not exists (
      select from trace as busy
      where busy.workspace_id = candidate.workspace_id and busy.conversation_id = candidate.conversation_id
        and busy.id <> candidate.id and busy.status in ('queued', 'running') and busy.lease_until > clock_timestamp()
    )
  order by created_at, id limit 1 for update skip locked
)
returning ${TRACE_COLUMNS}, fence, lease_until`;

/** The lease half of the trace store (M15). Time is the database's: workers' clocks may differ. */
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
            query(client, "select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.claim]),
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
      const rows = await query<{ readonly project_folder: string }>(
        pool,
        `select distinct project_folder from trace
         where ${CLAIMABLE} and project_folder is not null`,
      );
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
