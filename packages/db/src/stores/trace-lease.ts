import type { Claimed, Lease, PreviousHolder, TraceStore } from "@goaltrace/core/ports";
import type pg from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { readTrace, type TraceRow } from "../rows/trace-row.ts";
import { createBatch } from "../batch.ts";
import { query, transaction } from "../sql.ts";
import { CLAIMS_MAX_BATCH } from "../tunables.ts";
import { CLAIM, CLAIM_ONE, WAITING_FOLDERS } from "./claim-statement.ts";

type ClaimedRow = TraceRow & {
  readonly fence: string;
  readonly lease_until: Date;
  readonly previous_holder: PreviousHolder;
};

/** The version that the trigger `trace_claim_version` requires: versions that understand fewer signals or ask nobody must not claim. */
const CLAIM_VERSION = "4";

/** Declares this version in the transaction of `client`, without which the fence of a run cannot be raised. */
export async function declareVersion(client: pg.PoolClient): Promise<void> {
  await query(client, "select set_config('goaltrace.version', $1, true)", [CLAIM_VERSION]);
}

type ClaimRequest = Parameters<TraceStore["claim"]>[0];

/** Makes claims one after another in one transaction. They are pipelined behind the lock, so each sees the result of those before. */
async function claimTogether(
  pool: pg.Pool,
  requests: readonly ClaimRequest[],
): Promise<readonly (Claimed | undefined)[]> {
  const [, ...claimed] = await transaction(
    pool,
    async (client) =>
      await Promise.all([
        // Claims are serialized: two concurrent ones could start two runs of one conversation.
        query(client, "select pg_advisory_xact_lock($1), set_config('goaltrace.version', $2, true)", [
          ADVISORY_LOCKS.claim,
          CLAIM_VERSION,
        ]).then(() => undefined),
        ...requests.map(async (request) => await claimOne(client, request)),
      ]),
  );
  return claimed;
}

async function claimOne(client: pg.PoolClient, request: ClaimRequest): Promise<Claimed | undefined> {
  const { owner, leaseMs, only, folders, unmarkedForMs, except = [], exceptWorkspaces } = request;
  const [row] = await query<ClaimedRow>(client, only === undefined ? CLAIM : CLAIM_ONE, [
    ...[owner, leaseMs, folders ?? null, unmarkedForMs ?? null, exceptWorkspaces ?? null],
    ...[only === undefined && unmarkedForMs === undefined, except],
    ...(only === undefined ? [] : [only]),
  ]);
  if (row === undefined) return undefined;
  const until = row.lease_until.getTime();
  const lease: Lease = { rootId: row.id, owner, fence: Number(row.fence), until };
  return { trace: readTrace(row), lease, previousHolder: row.previous_holder };
}

/** The lease operations of the trace store. Time is the database's, because workers' clocks may differ. */
export function createTraceLeases(
  pool: pg.Pool,
): Pick<TraceStore, "claim" | "waitingFolders" | "heartbeat" | "release"> {
  const claim = createBatch<ClaimRequest, Claimed | undefined>({
    most: CLAIMS_MAX_BATCH,
    run: async (requests) => await claimTogether(pool, requests),
  });
  return {
    claim,

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
