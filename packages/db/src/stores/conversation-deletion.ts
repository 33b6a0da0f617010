import { GoaltraceError } from "@goaltrace/core";
import { TERMINAL_STATUSES } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { START_RUN_LOCK } from "../advisory-locks.ts";
import { LIVE_CHANNEL } from "../live/channel.ts";
import { literals, query, transaction } from "../sql.ts";
import { DELETION_CANCEL_MS, UNFINISHED_DELETIONS_BATCH } from "../tunables.ts";
import { notFound } from "./not-found.ts";
import { declareVersion } from "./trace-lease.ts";
import { deleteFamily } from "./trace-removal.ts";

/** The extent of a permanent deletion. Numbers only: its person may be unable to read the conversation. */
export type ConversationContents = {
  readonly runs: number;
  readonly messages: number;
  readonly comments: number;
  readonly shareLinks: number;
};

/** A deletion that a person stopped. Deleted runs stay deleted; the remaining ones are the beginning of the conversation. */
type StoppedDeletion = {
  readonly state: "stopped";
  readonly deletedRuns: number;
  readonly remainingRuns: number;
};

/** The state of a permanent deletion. `isWaiting`: a worker is still ending the conversation's run. */
export type DeletionProgress =
  | { readonly state: "deleted" }
  | { readonly state: "stopped" }
  | { readonly state: "deleting"; readonly remainingRuns: number; readonly isWaiting: boolean };

export type ConversationKey = { readonly workspaceId: string; readonly id: string };

/** `ofOthers`: the person may delete every conversation of the workspace, including those they cannot read. */
export type DeletionRights = { readonly ofOthers: boolean };

/**
 * Permanent deletion of conversations. `begin` hides the conversation and stops its run; `advance` deletes its runs one by one, the newest
 * first. Deleted runs cannot come back. Any process can finish a deletion that has begun, until `stop`.
 */
export interface ConversationDeletionStore {
  /** Returns what `begin` would delete. Errors: as `begin`. */
  contents(scope: Scope, id: string, rights: DeletionRights): Promise<ConversationContents>;
  /**
   * Begins to delete a conversation. Returns false when its deletion has begun before. Errors: NOT_FOUND for a conversation that does not
   * exist or that the person cannot see, NOT_ALLOWED for a shared one of someone else.
   */
  begin(scope: Scope, id: string, rights: DeletionRights): Promise<boolean>;
  /** Errors: NOT_FOUND for a conversation whose deletion has not begun or that the person may not delete. */
  assertBegun(scope: Scope, id: string, rights: DeletionRights): Promise<void>;
  /** Deletes the newest remaining run, or finishes the deletion. Only for a conversation whose deletion has begun. */
  advance(conversation: ConversationKey): Promise<DeletionProgress>;
  /**
   * Stops a deletion between two runs and brings back the conversation with those that remain. Has no effect on one that has deleted all of
   * them. Errors: as `assertBegun`.
   */
  stop(
    scope: Scope,
    id: string,
    rights: DeletionRights,
  ): Promise<StoppedDeletion | { readonly state: "deleted" }>;
  /** Returns deletions that are not finished, oldest first. */
  unfinished(): Promise<readonly ConversationKey[]>;
}

type ConversationRow = { readonly person_id: string; readonly shared: boolean };
type DeletionRow = { readonly begun_at: Date; readonly runs: number; readonly is_stoppable: boolean };
type CountsRow = {
  readonly runs: number;
  readonly messages: number;
  readonly comments: number;
  readonly share_links: number;
};

/** The conversation's runs that have not ended. Parameters: workspace, conversation. */
const ACTIVE = `workspace_id = $1 and conversation_id = $2 and id = root_id and status not in (${literals(TERMINAL_STATUSES)})`;
const LEASED = "(lease_until is not null and lease_until > clock_timestamp())";

/** Ends runs without the worker that may hold them: its fence becomes stale, so that all its appends fail. */
const END = `update trace set status = 'cancelled', fence = fence + 1, lease_owner = null, lease_until = null, waiting_for = null,
  wake_at = null where ${ACTIVE}`;
const END_UNLEASED = `${END} and not ${LEASED}`;

/** Asks the worker that holds the run to end it. The signal has the id of every other cancel signal of the run. */
const CANCEL_LEASED = `with held as (select workspace_id, id from trace where ${ACTIVE} and ${LEASED}), sent as (
    insert into run_signal (workspace_id, trace_id, id, kind, payload, person_id, at)
    select workspace_id, id, 'cancel:' || id, 'cancel', '{"reason": null}', $3, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from held on conflict do nothing
  )
  select pg_notify('${LIVE_CHANNEL}', json_build_object('signalled', json_build_array(workspace_id, id))::text) from held`;

/** The newest run is the last one that a stopped deletion has left. */
const RESTORE_CONVERSATION = `insert into conversation
  select kept.* from conversation_deletion d, jsonb_populate_record(null::conversation, d.kept || jsonb_build_object('head_trace_id', (
    select id from trace where workspace_id = $1 and conversation_id = $2 and id = root_id order by created_at desc, id desc limit 1
  ))) as kept where d.workspace_id = $1 and d.id = $2`;

/** A stopped deletion keeps them. */
const DELETE_RULES =
  "delete from permission_rule where workspace_id = $1 and layer = 'conversation' and target = $2";

const COUNTS = `with run as (select id, root_id from trace where workspace_id = $1 and conversation_id = $2)
  select (select count(*) from run where id = root_id)::int as runs,
    (select count(*) from entry join run on entry.trace_id = run.id where entry.workspace_id = $1 and entry.kind = 'message')::int as messages,
    (select count(*) from trace_comment c join run on c.trace_id = run.id where c.removed_at is null)::int as comments,
    (select count(*) from share_link s join run on s.trace_id = run.id where s.revoked_at is null and s.expires_at > now())::int as share_links`;

/** Permanent deletion of conversations in PostgreSQL. */
export function createConversationDeletionStore(pool: pg.Pool): ConversationDeletionStore {
  return {
    async contents(scope, id, rights) {
      const [row] = await query<ConversationRow>(
        pool,
        "select person_id, shared from conversation where workspace_id = $1 and id = $2",
        [scope.workspaceId, id],
      );
      if (row === undefined) throw notFound(`conversation ${id}`);
      assertMayDelete(row, scope, { id, rights });
      const [counts] = await query<CountsRow>(pool, COUNTS, [scope.workspaceId, id]);
      return {
        runs: counts?.runs ?? 0,
        messages: counts?.messages ?? 0,
        comments: counts?.comments ?? 0,
        shareLinks: counts?.share_links ?? 0,
      };
    },
    begin: (scope, id, rights) => transaction(pool, (client) => beginDeletion(client, scope, { id, rights })),
    assertBegun: (scope, id, rights) => assertBegun(pool, scope, { id, rights }),
    advance: (conversation) => transaction(pool, (client) => advanceDeletion(client, conversation)),
    stop: (scope, id, rights) => transaction(pool, (client) => stopDeletion(client, scope, { id, rights })),
    async unfinished() {
      const rows = await query<{ readonly workspace_id: string; readonly id: string }>(
        pool,
        `select workspace_id, id from conversation_deletion where finished_at is null
         order by begun_at limit ${UNFINISHED_DELETIONS_BATCH}`,
      );
      return rows.map((row) => ({ workspaceId: row.workspace_id, id: row.id }));
    },
  };
}

async function beginDeletion(
  client: pg.PoolClient,
  scope: Scope,
  { id, rights }: { readonly id: string; readonly rights: DeletionRights },
): Promise<boolean> {
  const { workspaceId, personId } = scope;
  const key = [workspaceId, id];
  // A run that starts at this moment is either seen here or refused (`assertConversationOpen`).
  await query(client, "select pg_advisory_xact_lock($1, hashtext($2))", [START_RUN_LOCK, id]);
  const [row] = await query<ConversationRow & { readonly kept: unknown }>(
    client,
    "delete from conversation where workspace_id = $1 and id = $2 returning person_id, shared, to_jsonb(conversation) as kept",
    key,
  );
  if (row === undefined) {
    await assertBegun(client, scope, { id, rights });
    return false;
  }
  assertMayDelete(row, scope, { id, rights });
  await query(client, "delete from queued_message where workspace_id = $1 and conversation_id = $2", key);
  await query(
    client,
    `insert into conversation_deletion (workspace_id, id, owner_id, person_id, kept, runs)
     select $1, $2, $3, $4, $5, count(*) from trace where workspace_id = $1 and conversation_id = $2 and id = root_id`,
    [workspaceId, id, row.person_id, personId, JSON.stringify(row.kept)],
  );
  await query(
    client,
    "update trace_facts set removed_at = now() where workspace_id = $1 and conversation_id = $2 and removed_at is null",
    key,
  );
  await declareVersion(client);
  await query(client, END_UNLEASED, key);
  await query(client, CANCEL_LEASED, [workspaceId, id, personId]);
  return true;
}

async function advanceDeletion(
  client: pg.PoolClient,
  { workspaceId, id }: ConversationKey,
): Promise<DeletionProgress> {
  const key = [workspaceId, id];
  // The lock also keeps two processes from deleting the same run.
  const [deletion] = await query<{ readonly patient: boolean; readonly is_finished: boolean }>(
    client,
    `select begun_at > clock_timestamp() - $3 * interval '1 millisecond' as patient, finished_at is not null as is_finished
     from conversation_deletion where workspace_id = $1 and id = $2 for update`,
    [...key, DELETION_CANCEL_MS],
  );
  if (deletion === undefined) return { state: "stopped" };
  if (deletion.is_finished) return { state: "deleted" };
  const runs = await query<{ readonly id: string; readonly held: boolean }>(
    client,
    `select id, ${LEASED} and status not in (${literals(TERMINAL_STATUSES)}) as held from trace
     where workspace_id = $1 and conversation_id = $2 and id = root_id order by created_at desc, id desc`,
    key,
  );
  const [newest] = runs;
  if (newest === undefined) {
    await query(client, DELETE_RULES, key);
    await query(
      client,
      "update conversation_deletion set finished_at = now(), kept = null where workspace_id = $1 and id = $2",
      key,
    );
    return { state: "deleted" };
  }
  if (deletion.patient && runs.some((run) => run.held))
    return { state: "deleting", remainingRuns: runs.length, isWaiting: true };
  await declareVersion(client);
  await query(client, END, key);
  // The newest first: an older one would hand its entries over to those that continue it.
  await deleteFamily(client, workspaceId, newest.id);
  return { state: "deleting", remainingRuns: runs.length - 1, isWaiting: false };
}

async function stopDeletion(
  client: pg.PoolClient,
  scope: Scope,
  { id, rights }: { readonly id: string; readonly rights: DeletionRights },
): Promise<StoppedDeletion | { readonly state: "deleted" }> {
  await assertBegun(client, scope, { id, rights });
  const key = [scope.workspaceId, id];
  // Waits for the run that is being deleted at this moment.
  const [deletion] = await query<DeletionRow>(
    client,
    `select begun_at, runs, kept is not null as is_stoppable from conversation_deletion where workspace_id = $1 and id = $2 for update`,
    key,
  );
  const remaining = await query(
    client,
    "select from trace where workspace_id = $1 and conversation_id = $2 and id = root_id",
    key,
  );
  if (deletion === undefined || !deletion.is_stoppable || remaining.length === 0) return { state: "deleted" };
  await query(client, RESTORE_CONVERSATION, key);
  await query(
    client,
    "update trace_facts set removed_at = null where workspace_id = $1 and conversation_id = $2 and removed_at >= $3",
    [...key, deletion.begun_at],
  );
  await query(client, "delete from conversation_deletion where workspace_id = $1 and id = $2", key);
  return {
    state: "stopped",
    deletedRuns: Math.max(0, deletion.runs - remaining.length),
    remainingRuns: remaining.length,
  };
}

/** Errors: NOT_FOUND when the deletion has not begun, or began for a conversation that the person may not delete. */
async function assertBegun(
  client: pg.Pool | pg.PoolClient,
  { workspaceId, personId }: Scope,
  { id, rights }: { readonly id: string; readonly rights: DeletionRights },
): Promise<void> {
  const rows = await query(
    client,
    "select from conversation_deletion where workspace_id = $1 and id = $2 and (owner_id = $3 or $4)",
    [workspaceId, id, personId, rights.ofOthers],
  );
  if (rows.length === 0) throw notFound(`conversation ${id}`);
}

function assertMayDelete(
  conversation: ConversationRow,
  { personId }: Scope,
  { id, rights }: { readonly id: string; readonly rights: DeletionRights },
): void {
  if (rights.ofOthers || conversation.person_id === personId) return;
  if (!conversation.shared) throw notFound(`conversation ${id}`);
  throw new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "This conversation belongs to someone else.",
    fix: "Ask its owner, or an admin of the workspace, to delete it.",
  });
}
