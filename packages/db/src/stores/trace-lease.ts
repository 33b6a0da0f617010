import type { Claimed, Lease, PreviousHolder, TraceStore } from "@goaltrace/core/ports";
import type pg from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { readTrace, type TraceRow } from "../rows/trace-row.ts";
import { createBatch } from "../batch.ts";
import { query, transaction } from "../sql.ts";
import { CLAIMS_MAX_BATCH, LEASES_MAX_BATCH } from "../tunables.ts";
import { CLAIM, CLAIM_ONE, CLAIM_SEVERAL, WAITING_FOLDERS } from "./claim-statement.ts";

type ClaimedRow = TraceRow & {
  readonly key_id: string | null;
  readonly fence: string;
  readonly lease_until: Date;
  readonly previous_holder: PreviousHolder;
};

/** The version that the trigger `trace_claim_version` requires: versions that understand fewer signals or ask no one must not claim. */
const CLAIM_VERSION = "4";

/** Waits for the lock of claims, declares this version, and keeps plans: planning a claim for its parameters takes longer than running it. */
const START_CLAIMS = {
  name: "start_claims",
  text: "select pg_advisory_xact_lock($1), set_config('goaltrace.version', $2, true), set_config('plan_cache_mode', 'force_generic_plan', true)",
};

/** Declares this version in the transaction of `client`, without which the fence of a run cannot be raised. */
export async function declareVersion(client: pg.PoolClient): Promise<void> {
  await query(client, "select set_config('goaltrace.version', $1, true)", [CLAIM_VERSION]);
}

type ClaimRequest = Parameters<TraceStore["claim"]>[0];

/** Makes claims one after another in one transaction, equal ones with one statement. They are pipelined behind the lock, so each sees the result of those before. */
async function claimTogether(
  pool: pg.Pool,
  requests: readonly ClaimRequest[],
): Promise<readonly (Claimed | undefined)[]> {
  const groups = equalNeighbors(requests);
  const [, ...claimed] = await transaction(
    pool,
    async (client) =>
      await Promise.all([
        // Claims are serialized: two concurrent ones could start two runs of one conversation.
        query(client, START_CLAIMS, [ADVISORY_LOCKS.claim, CLAIM_VERSION]).then(() => undefined),
        ...groups.map(async ({ request, count }) => await claimRuns(client, request, count)),
      ]),
  );
  return claimed.flatMap((runs, index) =>
    Array.from({ length: groups[index]?.count ?? 0 }, (_, position) => runs?.[position]),
  );
}

type Group = { readonly request: ClaimRequest; readonly count: number };

/** Joins requests that follow each other and are the same object, as those of a worker's poll. */
function equalNeighbors(requests: readonly ClaimRequest[]): readonly Group[] {
  const groups: Group[] = [];
  for (const request of requests) {
    const last = groups.at(-1);
    if (last?.request === request) groups[groups.length - 1] = { request, count: last.count + 1 };
    else groups.push({ request, count: 1 });
  }
  return groups;
}

/** Claims up to `count` runs. A request for one run, or for those without a mark, takes one. */
async function claimRuns(
  client: pg.PoolClient,
  request: ClaimRequest,
  count: number,
): Promise<readonly Claimed[]> {
  const { owner, leaseMs, only, folders, unmarkedForMs, except = [], exceptWorkspaces } = request;
  const among = count > 1 ? { statement: CLAIM_SEVERAL, own: [count] } : { statement: CLAIM, own: [] };
  const { statement, own } = only === undefined ? among : { statement: CLAIM_ONE, own: [only] };
  const rows = await query<ClaimedRow>(client, statement, [
    ...[owner, leaseMs, folders ?? null, unmarkedForMs ?? null, exceptWorkspaces ?? null],
    ...[only === undefined && unmarkedForMs === undefined, except],
    ...own,
  ]);
  return rows.map((row) => ({
    trace: { ...readTrace(row), ...(row.key_id === null ? {} : { keyId: row.key_id }) },
    lease: { rootId: row.id, owner, fence: Number(row.fence), until: row.lease_until.getTime() },
    previousHolder: row.previous_holder,
  }));
}

type Renewal = { readonly lease: Lease; readonly leaseMs: number };

/** The leases that are still held, once their rows are locked: in the order of ids, as group commits do, so that they never deadlock. */
const held = (ifLocked: "" | "skip locked"): string => `with asked as (
    select * from unnest($1::text[], $2::bigint[], $3::text[]) with ordinality as asked(id, fence, owner, position)
  ), held as (
    select trace.id, asked.position from trace join asked on asked.id = trace.id
    where trace.fence = asked.fence and trace.lease_owner = asked.owner order by trace.id for no key update of trace ${ifLocked}
  )`;

function leaseColumns(leases: readonly Lease[]): readonly (readonly unknown[])[] {
  return [
    leases.map(({ rootId }) => rootId),
    leases.map(({ fence }) => fence),
    leases.map(({ owner }) => owner),
  ];
}

/** Returns for each lease whether it was still held and is renewed. One batch may have an earlier and a later lease of one run, so positions tell them apart. */
async function renewTogether(
  pool: pg.Pool,
  renewals: readonly Renewal[],
  ifLocked: "" | "skip locked",
): Promise<readonly boolean[]> {
  const rows = await query<{ readonly position: string }>(
    pool,
    `${held(ifLocked)}, renewed as (
       update trace set lease_until = clock_timestamp() + ($4::int[])[held.position] * interval '1 millisecond'
       from held where trace.id = held.id
     ) select position from held`,
    [...leaseColumns(renewals.map(({ lease }) => lease)), renewals.map(({ leaseMs }) => leaseMs)],
  );
  const renewed = new Set(rows.map(({ position }) => Number(position)));
  return renewals.map((_, index) => renewed.has(index + 1));
}

/** The lease operations of the trace store. Time is the database's, because workers' clocks may differ. */
export function createTraceLeases(
  pool: pg.Pool,
): Pick<TraceStore, "claim" | "waitingFolders" | "heartbeat" | "release"> {
  const claim = createBatch<ClaimRequest, Claimed | undefined>({
    most: CLAIMS_MAX_BATCH,
    run: async (requests) => await claimTogether(pool, requests),
  });
  const renew = createBatch<Renewal, boolean>({
    most: LEASES_MAX_BATCH,
    run: async (renewals) => await renewTogether(pool, renewals, "skip locked"),
  });
  const release = createBatch<Lease, void>({
    most: LEASES_MAX_BATCH,
    run: async (leases) => {
      await query(
        pool,
        `${held("")} update trace set lease_owner = null, lease_until = null from held where trace.id = held.id`,
        leaseColumns(leases),
      );
      return leases.map(() => undefined);
    },
  });
  return {
    claim,

    async waitingFolders() {
      const rows = await query<{ readonly project_folder: string }>(pool, WAITING_FOLDERS);
      return rows.map((row) => row.project_folder);
    },

    heartbeat: async (lease, leaseMs) => {
      const renewal = { lease, leaseMs };
      if (await renew(renewal)) return true;
      // It is lost, or its row is locked, as by a removal. Only this lease waits for that, and not those beside it in the batch.
      const [isRenewed] = await renewTogether(pool, [renewal], "");
      return isRenewed === true;
    },
    release,
  };
}
