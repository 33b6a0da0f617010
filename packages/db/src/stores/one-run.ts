import { GoaltraceError, type Trace } from "@goaltrace/core";
import { TERMINAL_STATUSES } from "@goaltrace/core/log";
import type pg from "pg";
import { START_RUN_LOCK } from "../advisory-locks.ts";
import { query } from "../sql.ts";

/**
 * Lets a conversation have one run at a time: whoever starts another is told CONFLICT, also when both start at the same moment. The
 * lock lasts until the transaction ends, so the one behind sees what the one before it made.
 */
export async function onlyRunOf(client: pg.PoolClient, trace: Trace): Promise<void> {
  const { workspaceId, conversationId } = trace;
  const isOver = TERMINAL_STATUSES.some((status) => status === trace.status);
  if (conversationId === null || trace.id !== trace.rootId || isOver) return;
  const [, going] = await Promise.all([
    query(client, "select pg_advisory_xact_lock($1, hashtext($2))", [START_RUN_LOCK, conversationId]),
    query(
      client,
      `select id from trace where workspace_id = $1 and conversation_id = $2 and id = root_id and status <> all($3) and id <> $4 limit 1`,
      [workspaceId, conversationId, TERMINAL_STATUSES, trace.id],
    ),
  ]);
  if (going.length > 0) throw stillGoing();
}

function stillGoing(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "The previous turn of this conversation is still going.",
    fix: "Wait until it has ended, or stop it first.",
  });
}
