import type { Entry } from "@goaltrace/core/log";
import type { Page, Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { toEntry } from "../rows/entry-row.ts";
import { readTitle } from "../rows/trace-title.ts";
import { query } from "../sql.ts";
import { LIST_HEADER_CHARACTERS, LIST_MAX_LIMIT } from "../tunables.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { RequestKind } from "./request-changes.ts";
import { createSqlConditions, type SqlConditions } from "./sql-conditions.ts";
import { readDecisions, type RunDecision } from "./tree-decisions.ts";
import { visibleTo } from "./visible-traces.ts";

/**
 * The state of a request. `sent`: a decision is stored but no worker has read it yet. `withdrawn`: the run ended first. Later versions may add
 * states.
 */
export type RequestState =
  | "open"
  | "sent"
  | "approved"
  | "denied"
  | "expired"
  | "answered"
  | "happened"
  | "run_again"
  | "left"
  | "dismissed"
  | "withdrawn";

/** A request of a run to people. Times are milliseconds since the epoch. */
export type RunRequestItem = {
  readonly id: string;
  readonly traceId: string;
  readonly kind: RequestKind;
  readonly state: RequestState;
  readonly askedAt: number;
  readonly expiresAt: number | null;
  readonly closedAt: number | null;
  /** The person who decided; null while open, after an expiry and for a person who no longer exists. */
  readonly decidedBy: { readonly id: string; readonly name: string } | null;
  /** The person who started the run. */
  readonly personId: string;
  readonly personName: string;
  readonly agent: string;
  /** The runs above a sub-agent that asks, the root first; empty for a root. */
  readonly ancestors: readonly RequestAncestor[];
  /** The first line of the task of a sub-agent that asks; null for a root. */
  readonly task: string | null;
  readonly projectFolder: string | null;
  readonly conversationId: string | null;
  readonly conversationTitle: string | null;
  /** The entry that asks, and the answer of the model with its call; null when the log has neither. */
  readonly asked: Entry | null;
  readonly answer: Entry | null;
};

/** A run above the one that asks. */
export type RequestAncestor = {
  readonly traceId: string;
  readonly agent: string;
  /** The first line of its task, which distinguishes agents of the same name. */
  readonly task: string;
};

/** Which requests: open ones of the person's own runs, open ones of runs of others, or closed ones of both. */
export type RequestTab = "waiting" | "others" | "decided";

/** The requests of runs that the scope's person can see. */
export interface RunRequestStore {
  /** Open requests come oldest first, closed ones newest first. */
  list(
    scope: Scope,
    tab: RequestTab,
    page: { readonly cursor: string | null; readonly limit: number },
  ): Promise<Page<RunRequestItem>>;
  /** Returns the number of open requests of the person's own runs and of those of others. */
  count(scope: Scope): Promise<{ readonly waiting: number; readonly others: number }>;
  /** Returns the ids of the runs that have asked something which they have not read the answer to. */
  waitingTraces(scope: Scope): Promise<readonly string[]>;
  /** Returns the open requests of a run and of the sub-agents below it, oldest first. */
  ofTrace(scope: Scope, traceId: string): Promise<readonly RunRequestItem[]>;
  get(scope: Scope, traceId: string, id: string): Promise<RunRequestItem | undefined>;
  /** Returns the last decision of a person about each run of a tree; runs without one are absent. */
  decisionsOfTree(scope: Scope, rootId: string): Promise<readonly RunDecision[]>;
}

type AncestorRow = { readonly traceId: string; readonly agent: string; readonly header: string };

type RequestRow = {
  readonly id: string;
  readonly trace_id: string;
  readonly kind: RequestKind;
  readonly state: RequestState;
  readonly asked_at: Date;
  readonly expires_at: Date | null;
  readonly closed_at: Date | null;
  readonly decided_by: string | null;
  readonly decided_name: string | null;
  readonly person_id: string;
  readonly person_name: string | null;
  readonly agent: string;
  readonly ancestors: readonly AncestorRow[] | null;
  readonly header_start: string | null;
  readonly project_folder: string | null;
  readonly conversation_id: string | null;
  readonly title: string | null;
  readonly asked_body: string | null;
  readonly answer_body: string | null;
};

const REQUESTS = `run_request r
  join trace t on t.workspace_id = r.workspace_id and t.id = r.trace_id
  join trace_facts f on f.trace_id = t.id`;

/** More than a tree of runs ever has; bounds the walk up a damaged one. */
const MAX_DEPTH = 16;

/** A decision whose signal no worker has read yet. The ids are those of `signalId`. */
const SENT = `exists (select from run_signal s where s.workspace_id = r.workspace_id and s.trace_id = r.trace_id and s.taken_at is null
  and s.id = case r.kind when 'question' then 'answer:' when 'effect' then 'effect:' else 'approval:' end || r.id)`;

/** An expired request is closed even if no worker was there to see it. */
const OPEN = `(r.state = 'open' and (r.expires_at is null or r.expires_at > now()) and not ${SENT})`;

const STATE = `case when r.state <> 'open' then r.state when ${SENT} then 'sent'
  when r.expires_at <= now() then 'expired' else 'open' end`;

/** The runs above the run `t`, with their distance. */
const ABOVE = `with recursive above(id, parent_id, distance) as (
    select t.id, t.parent_id, 0
    union all
    select p.id, p.parent_id, above.distance + 1 from above join trace p on p.workspace_id = t.workspace_id and p.id = above.parent_id
      where above.distance < ${MAX_DEPTH}
  )`;

const ANCESTORS = `(${ABOVE} select json_agg(json_build_object('traceId', above.id, 'agent', af.agent, 'header', left(at.header, ${LIST_HEADER_CHARACTERS}))
  order by above.distance desc)
  from above join trace at on at.workspace_id = t.workspace_id and at.id = above.id join trace_facts af on af.trace_id = above.id where above.distance > 0)`;

/** Distinguishes sub-agents of the same name. */
const HEADER_START = `case when t.parent_id is not null then left(t.header, ${LIST_HEADER_CHARACTERS}) end`;

const COLUMNS = `r.id, r.trace_id, r.kind, ${STATE} as state, r.asked_at, r.expires_at, r.closed_at, r.person_id as decided_by,
  decider.name as decided_name, t.person_id, owner.name as person_name, f.agent, ${ANCESTORS} as ancestors, ${HEADER_START} as header_start, t.project_folder, t.conversation_id, c.title, asked.body as asked_body,
  answer.body as answer_body`;

/** Calls are asked about right after the answer that makes them. */
const DETAILS = `${REQUESTS}
  left join "user" decider on decider.id = r.person_id
  left join "user" owner on owner.id = t.person_id
  left join conversation c on c.workspace_id = t.workspace_id and c.id = t.conversation_id
  left join entry asked on asked.workspace_id = r.workspace_id and asked.trace_id = r.trace_id and asked.sequence = r.sequence
  left join lateral (
    select body from entry e where e.workspace_id = r.workspace_id and e.trace_id = r.trace_id and e.sequence < r.sequence
      and e.kind = 'message' and e.type = 'assistant' order by e.sequence desc limit 1
  ) answer on true`;

/** Requests of runs to people, in PostgreSQL. */
export function createRunRequestStore(pool: pg.Pool): RunRequestStore {
  const read = async (where: SqlConditions, rest: string): Promise<RequestRow[]> =>
    await query<RequestRow>(
      pool,
      `select ${COLUMNS} from ${DETAILS} where ${where.text()} ${rest}`,
      where.values,
    );
  return {
    async list(scope, tab, page) {
      const limit = Math.max(1, Math.min(page.limit, LIST_MAX_LIMIT));
      const after = readCursor(page.cursor);
      const where = visibleRequests(scope);
      const isDecided = tab === "decided";
      const column = isDecided ? "r.closed_at" : "r.asked_at";
      if (isDecided) where.and("r.closed_at is not null");
      else
        where.and(`${OPEN} and t.person_id ${tab === "waiting" ? "=" : "<>"} ${where.bind(scope.personId)}`);
      if (after !== null)
        where.and(
          `(${column}, r.id) ${isDecided ? "<" : ">"} (${where.bind(after.at)}, ${where.bind(after.id)})`,
        );
      const direction = isDecided ? "desc" : "asc";
      const rows = await read(
        where,
        `order by ${column} ${direction}, r.id ${direction} limit ${where.bind(limit + 1)}`,
      );
      const pageRows = rows.slice(0, limit);
      const last = pageRows.at(-1);
      const at = isDecided ? last?.closed_at : last?.asked_at;
      return {
        items: pageRows.map(toItem),
        nextCursor:
          rows.length > limit && last !== undefined && at instanceof Date
            ? writeCursor({ at, id: last.id })
            : null,
      };
    },

    async count(scope) {
      const where = visibleRequests(scope);
      const own = `t.person_id = ${where.bind(scope.personId)}`;
      where.and(OPEN);
      const [row] = await query<{ readonly waiting: number; readonly others: number }>(
        pool,
        `select count(*) filter (where ${own})::int as waiting, count(*) filter (where not ${own})::int as others
         from ${REQUESTS} where ${where.text()}`,
        where.values,
      );
      return row ?? { waiting: 0, others: 0 };
    },

    async waitingTraces(scope) {
      const where = visibleRequests(scope);
      where.and("r.state = 'open'");
      const rows = await query<{ readonly trace_id: string }>(
        pool,
        `select distinct r.trace_id from ${REQUESTS} where ${where.text()}`,
        where.values,
      );
      return rows.map((row) => row.trace_id);
    },

    async ofTrace(scope, traceId) {
      const where = visibleRequests(scope);
      const run = where.bind(traceId);
      where.and(`${OPEN} and t.root_id = (select root_id from trace where workspace_id = r.workspace_id and id = ${run})
        and exists (${ABOVE} select from above where id = ${run})`);
      return (await read(where, "order by r.asked_at, r.id")).map(toItem);
    },

    async get(scope, traceId, id) {
      const where = visibleRequests(scope);
      where.and(`r.trace_id = ${where.bind(traceId)} and r.id = ${where.bind(id)}`);
      const [row] = await read(where, "");
      return row === undefined ? undefined : toItem(row);
    },

    async decisionsOfTree(scope, rootId) {
      const where = visibleRequests(scope);
      where.and(`t.root_id = ${where.bind(rootId)}`);
      return await readDecisions(pool, { from: REQUESTS, where });
    },
  };
}

function visibleRequests(scope: Scope): SqlConditions {
  const where = createSqlConditions();
  where.and(`r.workspace_id = ${where.bind(scope.workspaceId)} and f.removed_at is null`);
  where.and(visibleTo({ alias: "t", person: where.bind(scope.personId) }));
  return where;
}

function toItem(row: RequestRow): RunRequestItem {
  return {
    ...{ id: row.id, traceId: row.trace_id, kind: row.kind, state: row.state },
    askedAt: row.asked_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
    closedAt: row.closed_at?.getTime() ?? null,
    decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decided_name ?? "" },
    ...{ personId: row.person_id, personName: row.person_name ?? "" },
    ...{
      agent: row.agent,
      ancestors: (row.ancestors ?? []).map(({ traceId, agent, header }) => ({
        ...{ traceId, agent, task: readTitle(header) },
      })),
      task: row.header_start === null ? null : readTitle(row.header_start),
      projectFolder: row.project_folder,
    },
    ...{ conversationId: row.conversation_id, conversationTitle: row.title },
    asked: row.asked_body === null ? null : toEntry({ body: row.asked_body }),
    answer: row.answer_body === null ? null : toEntry({ body: row.answer_body }),
  };
}
