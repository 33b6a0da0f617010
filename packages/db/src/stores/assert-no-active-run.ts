import { GoaltraceError } from "@goaltrace/core";
import { TERMINAL_STATUSES, type Trace } from "@goaltrace/core/log";
import type pg from "pg";
import { START_RUN_LOCK } from "../advisory-locks.ts";
import { query } from "../sql.ts";
import { notFound } from "./not-found.ts";

/**
 * Ensures that a conversation has only one active run. Errors: CONFLICT, including for one of two runs that start at the same moment. The
 * lock lasts until the transaction ends, so a later starter sees the run of an earlier one.
 */
export async function assertNoActiveRun(client: pg.PoolClient, trace: Trace): Promise<void> {
  const { workspaceId, conversationId } = trace;
  const isOver = TERMINAL_STATUSES.some((status) => status === trace.status);
  if (conversationId === null || trace.id !== trace.rootId || isOver) return;
  const [, active] = await Promise.all([
    query(client, "select pg_advisory_xact_lock($1, hashtext($2))", [START_RUN_LOCK, conversationId]),
    query(
      client,
      `select id from trace where workspace_id = $1 and conversation_id = $2 and id = root_id and status <> all($3) and id <> $4 limit 1`,
      [workspaceId, conversationId, TERMINAL_STATUSES, trace.id],
    ),
  ]);
  if (active.length > 0) throw stillRunning();
}

/** Ensures that the deletion of the trace's conversation has not begun. Errors: NOT_FOUND. */
export async function assertConversationOpen(client: pg.PoolClient, trace: Trace): Promise<void> {
  if (trace.conversationId === null) return;
  const rows = await query(client, "select from conversation_deletion where workspace_id = $1 and id = $2", [
    trace.workspaceId,
    trace.conversationId,
  ]);
  if (rows.length > 0) throw notFound(`conversation ${trace.conversationId}`);
}

function stillRunning(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "The previous turn of this conversation is still running.",
    fix: "Wait until it ends, or stop it first.",
  });
}
