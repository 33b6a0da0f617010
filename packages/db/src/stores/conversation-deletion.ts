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

/** The state of a permanent deletion. `isWaiting`: a worker is still ending the conversation's run. */
export type DeletionProgress =
  | { readonly state: "deleted" }
  | { readonly state: "deleting"; readonly remainingRuns: number; readonly isWaiting: boolean };

export type ConversationKey = { readonly workspaceId: string; readonly id: string };

/** `ofOthers`: the person may delete every conversation of the workspace, including those they cannot read. */
export type DeletionRights = { readonly ofOthers: boolean };

/**
 * Permanent deletion of conversations. `begin` hides the conversation and stops its run; `advance` deletes its runs one by one. A deletion
 * that has begun cannot be undone, and any process can finish it.
 */
export interface ConversationDeletionStore {
  /** Returns what `begin` would delete. Errors: as `begin`. */
  contents(scope: Scope, id: string, rights: DeletionRights): Promise<ConversationContents>;
  /**
   * Begins to delete a conversation. Returns false when its deletion has begun before. Errors: NOT_FOUND for a conversation that does not
   * exist or that the person cannot see, NOT_ALLOWED for a shared one of someone else.
   */
  begin(scope: Scope, id: string, rights: DeletionRights): Promise<boolean>;
  /** Deletes the newest remaining run, or finishes the deletion. Only for a conversation whose deletion has begun. */
  advance(conversation: ConversationKey): Promise<DeletionProgress>;
  /** Returns deletions that are not finished, oldest first. */
  unfinished(): Promise<readonly ConversationKey[]>;
}

type ConversationRow = { readonly person_id: string; readonly shared: boolean };
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
    advance: (conversation) => transaction(pool, (client) => advanceDeletion(client, conversation)),
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
  const [row] = await query<ConversationRow>(
    client,
    "delete from conversation where workspace_id = $1 and id = $2 returning person_id, shared",
    key,
  );
  if (row === undefined) {
    await assertBegun(client, scope, { id, rights });
    return false;
  }
  assertMayDelete(row, scope, { id, rights });
  await query(
    client,
    "insert into conversation_deletion (workspace_id, id, owner_id, person_id) values ($1, $2, $3, $4)",
    [workspaceId, id, row.person_id, personId],
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
  const [deletion] = await query<{ readonly patient: boolean }>(
    client,
    `select begun_at > clock_timestamp() - $3 * interval '1 millisecond' as patient from conversation_deletion
     where workspace_id = $1 and id = $2 and finished_at is null for update`,
    [...key, DELETION_CANCEL_MS],
  );
  if (deletion === undefined) return { state: "deleted" };
  const runs = await query<{ readonly id: string; readonly held: boolean }>(
    client,
    `select id, ${LEASED} and status not in (${literals(TERMINAL_STATUSES)}) as held from trace
     where workspace_id = $1 and conversation_id = $2 and id = root_id order by created_at desc, id desc`,
    key,
  );
  const [newest] = runs;
  if (newest === undefined) {
    await query(
      client,
      "update conversation_deletion set finished_at = now() where workspace_id = $1 and id = $2",
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

/** Errors: NOT_FOUND when the deletion has not begun, or began for a conversation that the person may not delete. */
async function assertBegun(
  client: pg.PoolClient,
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
