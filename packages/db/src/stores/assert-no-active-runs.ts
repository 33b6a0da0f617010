import { GoaltraceError } from "@goaltrace/core";
import { TERMINAL_STATUSES, type Trace } from "@goaltrace/core/log";
import type pg from "pg";
import { START_RUN_LOCK } from "../advisory-locks.ts";
import { query } from "../sql.ts";
import { notFound } from "./not-found.ts";

/**
 * Ensures that each conversation has only one active run, these included. Errors: CONFLICT, including for one of two runs that start at
 * the same moment. The locks last until the transaction ends, so a later starter sees the run of an earlier one; they are taken in one
 * order, so that starters never deadlock.
 */
export async function assertNoActiveRuns(client: pg.PoolClient, traces: readonly Trace[]): Promise<void> {
  const starts = traces.flatMap(({ workspaceId, conversationId, id, rootId, status }) => {
    const isOver = TERMINAL_STATUSES.some((terminal) => terminal === status);
    return conversationId === null || id !== rootId || isOver ? [] : [{ workspaceId, conversationId, id }];
  });
  if (starts.length === 0) return;
  const conversationIds = starts.map(({ conversationId }) => conversationId);
  const [, active] = await Promise.all([
    query(
      client,
      `select pg_advisory_xact_lock($1, key) from (
         select distinct hashtext(id) as key from unnest($2::text[]) as id order by key) as ordered`,
      [START_RUN_LOCK, conversationIds],
    ),
    query(
      client,
      `select trace.id from unnest($1::text[], $2::text[], $3::text[]) as start(workspace_id, conversation_id, id)
       join trace on trace.workspace_id = start.workspace_id and trace.conversation_id = start.conversation_id
       where trace.id = trace.root_id and trace.status <> all($4) and trace.id <> start.id limit 1`,
      [
        starts.map(({ workspaceId }) => workspaceId),
        conversationIds,
        starts.map(({ id }) => id),
        TERMINAL_STATUSES,
      ],
    ),
  ]);
  if (active.length > 0 || new Set(conversationIds).size < starts.length) throw stillRunning();
}

/** Ensures that the deletion of none of the traces' conversations has begun. Errors: NOT_FOUND. */
export async function assertConversationsOpen(
  client: pg.PoolClient,
  traces: readonly Trace[],
): Promise<void> {
  const [deleted] = await query<{ readonly id: string }>(
    client,
    `select id from conversation_deletion
     where (workspace_id, id) in (select * from unnest($1::text[], $2::text[])) limit 1`,
    [traces.map(({ workspaceId }) => workspaceId), traces.map(({ conversationId }) => conversationId)],
  );
  if (deleted !== undefined) throw notFound(`conversation ${deleted.id}`);
}

function stillRunning(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "The previous turn of this conversation is still running.",
    fix: "Wait until it ends, or stop it first.",
  });
}
