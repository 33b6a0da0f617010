import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { QUEUE_CLAIM_BATCH, QUEUE_CLAIM_STALE_MS, QUEUE_MAX_MESSAGES } from "../tunables.ts";
import { notFound } from "./not-found.ts";

/**
 * The state of a queued message. `waiting`: for the active run to complete; `held`: its start failed, and a person decides; `starting`: a
 * process starts its turn.
 */
export type QueuedState = "waiting" | "held" | "starting";

/** A message that becomes a later turn of its conversation. `createdAt` is in milliseconds since the epoch. */
export type QueuedMessage = {
  readonly id: string;
  readonly conversationId: string;
  readonly person: { readonly id: string; readonly name: string };
  readonly text: string;
  readonly state: QueuedState;
  /** Why its start failed; null for other states. */
  readonly problem: string | null;
  readonly createdAt: number;
};

/** A message as it is queued. `traceId` is the id of the turn that it will start. */
export type NewQueuedMessage = {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  readonly model: string | null;
  /** The name of an agent; null for that of the conversation. */
  readonly agent: string | null;
  readonly folderId: string | null;
  readonly traceId: string;
};

/** A message whose turn one process may start now. */
export type ClaimedMessage = NewQueuedMessage & { readonly scope: Scope };

/** How a start ended: done, or not now, or not without a person. */
export type StartOutcome =
  | { readonly state: "started" | "waiting" }
  | { readonly state: "held"; readonly problem: string };

/**
 * The messages that people have queued, in order. A person sees those of conversations that they can see; only its author edits a message, its
 * author and the owner of the conversation remove it or start it now.
 */
export interface MessageQueueStore {
  list(scope: Scope, conversationId: string): Promise<readonly QueuedMessage[]>;
  /** Has no effect for an id that was queued before. Errors: NOT_FOUND for the conversation; CONFLICT when its queue is full. */
  add(scope: Scope, message: NewQueuedMessage): Promise<void>;
  /** Errors: NOT_FOUND; CONFLICT when its turn has started. */
  edit(scope: Scope, id: string, text: string): Promise<void>;
  /** Errors: NOT_FOUND; CONFLICT when its turn has started or it was removed. */
  remove(scope: Scope, id: string): Promise<void>;
  /**
   * Takes messages whose turn may start: the first of each conversation whose last run completed, of people who may still run something; and those
   * whose process died while it started them.
   */
  claimDue(): Promise<readonly ClaimedMessage[]>;
  /** Takes one message, whatever the last run came to; undefined when its turn has started. Errors: NOT_FOUND. */
  claim(scope: Scope, id: string): Promise<ClaimedMessage | undefined>;
  settle(message: ClaimedMessage, outcome: StartOutcome): Promise<void>;
}

type Row = {
  readonly workspace_id: string;
  readonly id: string;
  readonly conversation_id: string;
  readonly person_id: string;
  readonly text: string;
  readonly model: string | null;
  readonly agent: string | null;
  readonly folder_id: string | null;
  readonly trace_id: string;
};
type ListRow = Row & {
  readonly name: string | null;
  readonly state: QueuedState;
  readonly problem: string | null;
  readonly created_at: Date;
};

const OPEN = "('waiting', 'held', 'starting')";
/** A conversation that the person $2 of the workspace $1 sees. */
const VISIBLE = "c.workspace_id = $1 and c.deleted_at is null and (c.person_id = $2 or c.shared)";
const STALE = `claimed_at < clock_timestamp() - interval '1 millisecond' * ${QUEUE_CLAIM_STALE_MS}`;
const COLUMNS =
  "q.workspace_id, q.id, q.conversation_id, q.person_id, q.text, q.model, q.agent, q.folder_id, q.trace_id";

/** Reads the first open message of each conversation, so that a queue keeps its order. */
const CLAIM_DUE = `
with first as (
  select distinct on (workspace_id, conversation_id) * from queued_message where state in ${OPEN}
  order by workspace_id, conversation_id, position
), due as (
  select first.workspace_id, first.id from first
  join conversation c on c.workspace_id = first.workspace_id and c.id = first.conversation_id and c.deleted_at is null
  join trace head on head.workspace_id = c.workspace_id and head.id = c.head_trace_id
  join member m on m.workspace_id = first.workspace_id and m.user_id = first.person_id and m.role <> 'viewer'
  where first.state = 'waiting' and head.status = 'completed' or first.state = 'starting' and first.${STALE}
  order by first.position limit ${QUEUE_CLAIM_BATCH}
)
update queued_message q set state = 'starting', claimed_at = clock_timestamp() from due
where q.workspace_id = due.workspace_id and q.id = due.id and (q.state = 'waiting' or q.state = 'starting' and q.${STALE})
returning ${COLUMNS}`;

/** Queued messages in PostgreSQL. */
export function createMessageQueueStore(pool: pg.Pool): MessageQueueStore {
  /** Changes a message that has not started; `$1` to `$3` are workspace, person and id. Returns nothing for one that has. Errors: NOT_FOUND. */
  const change = async (scope: Scope, id: string, statement: Change): Promise<readonly Row[]> => {
    const { set, condition, values = [] } = statement;
    const rows = await query<Row>(
      pool,
      `update queued_message q set ${set} from conversation c
       where q.workspace_id = $1 and q.id = $3 and c.id = q.conversation_id and ${VISIBLE} and (${condition}) and q.state in ('waiting', 'held')
       returning ${COLUMNS}`,
      [scope.workspaceId, scope.personId, id, ...values],
    );
    if (rows.length === 0) await assertKnown(pool, scope, { id, condition });
    return rows;
  };
  return {
    async list({ workspaceId, personId }, conversationId) {
      const rows = await query<ListRow>(
        pool,
        `select ${COLUMNS}, q.state, q.problem, q.created_at, author.name from queued_message q
         join conversation c on c.id = q.conversation_id and ${VISIBLE} left join "user" author on author.id = q.person_id
         where q.workspace_id = $1 and q.conversation_id = $3 and q.state in ${OPEN} order by q.position`,
        [workspaceId, personId, conversationId],
      );
      return rows.map(toMessage);
    },

    async add({ workspaceId, personId }, { id, conversationId, text, model, agent, folderId, traceId }) {
      const [row] = await query<{ readonly open: number; readonly is_known: boolean }>(
        pool,
        `with place as (
           select c.id, (select count(*) from queued_message where workspace_id = $1 and conversation_id = c.id and state in ${OPEN})::int as open
           from conversation c where c.id = $3 and ${VISIBLE} for share
         ), added as (
           insert into queued_message (workspace_id, id, conversation_id, person_id, text, model, agent, folder_id, trace_id, state)
           select $1, $4, id, $2, $5, $6, $9, $7, $8, 'waiting' from place where open < ${QUEUE_MAX_MESSAGES} on conflict do nothing
         )
         select open, exists (select from queued_message where workspace_id = $1 and id = $4) as is_known from place`,
        [workspaceId, personId, conversationId, id, text, model, folderId, traceId, agent],
      );
      if (row === undefined) throw notFound(`conversation ${conversationId}`);
      if (row.open >= QUEUE_MAX_MESSAGES && !row.is_known) throw full();
    },

    async edit(scope, id, text) {
      const rows = await change(scope, id, {
        set: "text = $4",
        condition: "q.person_id = $2",
        values: [text],
      });
      if (rows.length === 0) throw started();
    },

    async remove(scope, id) {
      const set = "state = 'removed', text = ''";
      const rows = await change(scope, id, { set, condition: AUTHOR_OR_OWNER });
      if (rows.length === 0) throw started();
    },

    async claimDue() {
      return (await query<Row>(pool, CLAIM_DUE)).map(toClaimed);
    },

    async claim(scope, id) {
      const set = "state = 'starting', claimed_at = clock_timestamp()";
      const [row] = await change(scope, id, { set, condition: AUTHOR_OR_OWNER });
      return row === undefined ? undefined : toClaimed(row);
    },

    async settle({ scope: { workspaceId }, id }, outcome) {
      await query(
        pool,
        `update queued_message set state = $3, problem = $4, text = case when $3 = 'started' then '' else text end
         where workspace_id = $1 and id = $2 and state = 'starting'`,
        [workspaceId, id, outcome.state, outcome.state === "held" ? outcome.problem : null],
      );
    },
  };
}

type Change = { readonly set: string; readonly condition: string; readonly values?: readonly unknown[] };
const AUTHOR_OR_OWNER = "q.person_id = $2 or c.person_id = $2";

/** Errors: NOT_FOUND for a message that the person may not change, or that does not exist. */
async function assertKnown(
  pool: pg.Pool,
  { workspaceId, personId }: Scope,
  { id, condition }: { readonly id: string; readonly condition: string },
): Promise<void> {
  const rows = await query(
    pool,
    `select from queued_message q join conversation c on c.id = q.conversation_id and ${VISIBLE}
     where q.workspace_id = $1 and q.id = $3 and (${condition})`,
    [workspaceId, personId, id],
  );
  if (rows.length === 0) throw notFound(`queued message ${id}`);
}

function started(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "This message is no longer queued: it was sent or removed.",
    fix: "Look at the conversation. A text for the run that works now can be sent to it as guidance.",
  });
}

function full(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: `${QUEUE_MAX_MESSAGES} messages are queued in this conversation already.`,
    fix: "Remove one, or wait until one has been sent.",
  });
}

function toMessage(row: ListRow): QueuedMessage {
  const { id, conversation_id: conversationId, text, state, problem } = row;
  const person = { id: row.person_id, name: row.name ?? "" };
  return { id, conversationId, person, text, state, problem, createdAt: row.created_at.getTime() };
}

function toClaimed(row: Row): ClaimedMessage {
  const {
    id,
    conversation_id: conversationId,
    text,
    model,
    agent,
    folder_id: folderId,
    trace_id: traceId,
  } = row;
  const scope = { workspaceId: row.workspace_id, personId: row.person_id };
  return { scope, id, conversationId, text, model, agent, folderId, traceId };
}
