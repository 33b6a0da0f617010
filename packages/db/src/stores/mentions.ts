import type { Page, Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { readTitle } from "../rows/trace-title.ts";
import { query } from "../sql.ts";
import { LIST_HEADER_CHARACTERS, LIST_MAX_LIMIT } from "../tunables.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { visible } from "./trace-query.ts";
import { createSqlConditions, type SqlConditions } from "./sql-conditions.ts";

/** A comment that mentions a person, as that person's inbox shows it. Times are milliseconds since the epoch. */
export type MentionItem = {
  readonly commentId: string;
  readonly traceId: string;
  /** The entry or goal the comment is about; both are null for the whole trace. */
  readonly sequence: number | null;
  readonly goalId: string | null;
  /** The first line of the run's task. */
  readonly title: string;
  /** The author of the comment. */
  readonly personName: string;
  readonly body: string;
  readonly createdAt: number;
  readonly readAt: number | null;
};

/** Comments that mention the scope's person on traces they can see. Removed comments and comments on deleted runs are left out. */
export interface MentionStore {
  /** Newest first. */
  list(
    scope: Scope,
    page: { readonly cursor: string | null; readonly limit: number },
  ): Promise<Page<MentionItem>>;
  /** Returns the number of unread mentions. */
  unread(scope: Scope): Promise<number>;
  /** Marks these comments as read by the person; null marks all. */
  markRead(scope: Scope, commentIds: readonly string[] | null): Promise<void>;
}

type MentionRow = {
  readonly comment_id: string;
  readonly trace_id: string;
  readonly sequence: number | null;
  readonly goal_id: string | null;
  readonly header_start: string;
  readonly name: string | null;
  readonly body: string;
  readonly created_at: Date;
  readonly read_at: Date | null;
};

const MENTIONS = `mention m
  join trace_comment c on c.workspace_id = m.workspace_id and c.id = m.comment_id
  join trace_facts f on f.trace_id = c.trace_id`;

/** Inboxes of mentions in PostgreSQL. Each shows only what its person can see. */
export function createMentionStore(pool: pg.Pool): MentionStore {
  return {
    async list(scope, page) {
      const limit = Math.max(1, Math.min(page.limit, LIST_MAX_LIMIT));
      const after = readCursor(page.cursor);
      const where = visibleMentions(scope);
      if (after !== null)
        where.and(`(m.created_at, m.comment_id) < (${where.bind(after.at)}, ${where.bind(after.id)})`);
      const rows = await query<MentionRow>(
        pool,
        `select m.comment_id, c.trace_id, c.sequence, c.goal_id, left(t.header, ${LIST_HEADER_CHARACTERS}) as header_start, u.name, c.body, m.created_at, m.read_at
         from ${MENTIONS} join trace t on t.workspace_id = m.workspace_id and t.id = c.trace_id left join "user" u on u.id = c.person_id
         where ${where.text()} order by m.created_at desc, m.comment_id desc limit ${where.bind(limit + 1)}`,
        where.values,
      );
      const pageRows = rows.slice(0, limit);
      const last = pageRows.at(-1);
      return {
        items: pageRows.map(toItem),
        nextCursor:
          rows.length > limit && last !== undefined
            ? writeCursor({ at: last.created_at, id: last.comment_id })
            : null,
      };
    },

    async unread(scope) {
      const where = visibleMentions(scope);
      where.and("m.read_at is null");
      const [row] = await query<{ readonly count: number }>(
        pool,
        `select count(*)::int as count from ${MENTIONS} where ${where.text()}`,
        where.values,
      );
      return row?.count ?? 0;
    },

    async markRead({ workspaceId, personId }, commentIds) {
      await query(
        pool,
        `update mention set read_at = now() where workspace_id = $1 and person_id = $2 and read_at is null
           and ($3::text[] is null or comment_id = any($3))`,
        [workspaceId, personId, commentIds],
      );
    },
  };
}

/**
 * Adds a comment to the inboxes of the members it mentions and removes it from those it no longer mentions. The author gets no mention of
 * their own; mentions that were read stay read.
 */
export async function saveMentions(
  pool: pg.Pool,
  scope: Scope,
  comment: { readonly id: string; readonly mentions: readonly string[] },
): Promise<void> {
  const values = [scope.workspaceId, comment.id, comment.mentions];
  await query(
    pool,
    "delete from mention where workspace_id = $1 and comment_id = $2 and not person_id = any($3)",
    values,
  );
  if (comment.mentions.length === 0) return;
  await query(
    pool,
    `insert into mention (workspace_id, person_id, comment_id)
     select $1, user_id, $2 from member where workspace_id = $1 and user_id = any($3) and user_id <> $4
     on conflict do nothing`,
    [...values, scope.personId],
  );
}

function visibleMentions(scope: Scope): SqlConditions {
  const where = createSqlConditions();
  where.and(`m.workspace_id = ${where.bind(scope.workspaceId)}`);
  where.and(`m.person_id = ${where.bind(scope.personId)}`);
  where.and("c.removed_at is null and f.removed_at is null");
  where.and(visible(where, scope));
  return where;
}

function toItem(row: MentionRow): MentionItem {
  return {
    commentId: row.comment_id,
    traceId: row.trace_id,
    sequence: row.sequence,
    goalId: row.goal_id,
    title: readTitle(row.header_start),
    personName: row.name ?? "",
    body: row.body,
    createdAt: row.created_at.getTime(),
    readAt: row.read_at?.getTime() ?? null,
  };
}
