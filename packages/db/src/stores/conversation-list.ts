import type { TraceStatus } from "@goaltrace/core/log";
import type { Page, Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { matchText, type TextMatch } from "../search/find-traces.ts";
import { query } from "../sql.ts";
import { LIST_MAX_LIMIT } from "../tunables.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { createSqlConditions, type SqlConditions } from "./sql-conditions.ts";

/** A conversation as a list shows it. `status` and `lastTraceId` describe its last run; both are null before the first. */
export type ConversationListItem = {
  readonly id: string;
  readonly personId: string;
  readonly title: string;
  readonly pinned: boolean;
  readonly shared: boolean;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly status: TraceStatus | null;
  readonly lastTraceId: string | null;
};

export type ConversationPage = {
  readonly cursor: string | null;
  readonly limit: number;
  /** Occurs in the title, or has all its words in one message of the conversation. */
  readonly text?: string;
};

type ItemRow = {
  readonly id: string;
  readonly person_id: string;
  readonly title: string;
  readonly pinned: boolean;
  readonly shared: boolean;
  readonly updated_at: Date;
  readonly status: TraceStatus | null;
  readonly trace_id: string | null;
};

/**
 * Returns a page of the person's own and shared conversations: pinned ones first (all on the first page), then by last change, newest
 * first.
 */
export async function listConversations(
  pool: pg.Pool,
  scope: Scope,
  page: ConversationPage,
): Promise<Page<ConversationListItem>> {
  const after = readCursor(page.cursor);
  const limit = Math.max(1, Math.min(page.limit, LIST_MAX_LIMIT));
  const match = await textMatch(pool, scope, page.text);
  const readRows = (pinned: boolean): Promise<ItemRow[]> => {
    const where = createSqlConditions();
    where.and(`c.workspace_id = ${where.bind(scope.workspaceId)} and c.deleted_at is null`);
    where.and(`(c.shared or c.person_id = ${where.bind(scope.personId)})`);
    where.and(pinned ? "c.pinned" : "not c.pinned");
    if (match !== null) where.and(matching(where, match, page.text ?? ""));
    if (after !== null)
      where.and(`(c.updated_at, c.id) < (${where.bind(after.at)}, ${where.bind(after.id)})`);
    return query<ItemRow>(
      pool,
      `with page as materialized (
         select c.* from conversation c where ${where.text()} order by c.updated_at desc, c.id desc ${pinned ? "" : `limit ${limit + 1}`}
       )
       select page.id, page.person_id, page.title, page.pinned, page.shared, page.updated_at, last.status, last.trace_id
       from page left join trace_facts last on last.trace_id = page.head_trace_id
       order by page.updated_at desc, page.id desc`,
      where.values,
    );
  };
  const [pinned, rows] = await Promise.all([after === null ? readRows(true) : [], readRows(false)]);
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined ? writeCursor({ at: last.updated_at, id: last.id }) : null;
  return { items: [...pinned, ...pageRows].map(toItem), nextCursor };
}

async function textMatch(pool: pg.Pool, scope: Scope, text: string | undefined): Promise<TextMatch | null> {
  return text === undefined || text.trim() === "" ? null : matchText(pool, scope, text);
}

function matching(where: SqlConditions, match: TextMatch, text: string): string {
  const pattern = `%${text.trim().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const title = `c.title ilike ${where.bind(pattern)}`;
  switch (match.kind) {
    case "nothing":
      return title;
    case "rare":
      return `(${title} or c.id in (select conversation_id from trace_facts where trace_id = any(${where.bind(match.traceIds)})))`;
    case "common":
      return `(${title} or exists (select from trace_facts f join message_search m on m.workspace_id = f.workspace_id and m.trace_id = f.trace_id
        where f.conversation_id = c.id and f.workspace_id = c.workspace_id
          and m.words @@ to_tsquery('simple', ${where.bind(match.textQuery)}) offset 0))`;
  }
}

function toItem(row: ItemRow): ConversationListItem {
  return {
    id: row.id,
    personId: row.person_id,
    title: row.title,
    pinned: row.pinned,
    shared: row.shared,
    updatedAt: row.updated_at.getTime(),
    status: row.status,
    lastTraceId: row.trace_id,
  };
}
