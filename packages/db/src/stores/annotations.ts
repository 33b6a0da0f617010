import { GoaltraceError } from "@goaltrace/core";
import type { EntryRef } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { saveMentions } from "./mentions.ts";
import { notFound } from "./not-found.ts";
import { visible } from "./trace-query.ts";
import { createSqlConditions } from "./sql-conditions.ts";

/** Times are milliseconds since the epoch. */
export type TraceRating = {
  readonly personId: string;
  readonly personName: string;
  readonly score: 1 | -1;
  readonly reason: string;
  readonly updatedAt: number;
};
export type TraceComment = {
  readonly id: string;
  /** The commented entry, which another trace may own. The comment is about the whole trace when both `entry` and `goalId` are null. */
  readonly entry: EntryRef | null;
  readonly goalId: string | null;
  readonly personId: string;
  readonly personName: string;
  readonly body: string;
  readonly mentions: readonly string[];
  readonly createdAt: number;
  readonly editedAt: number | null;
};
export type NewComment = Pick<TraceComment, "id" | "goalId" | "body" | "mentions"> & {
  readonly traceId: string;
  /** The entry's number in the trace's log. */
  readonly sequence: number | null;
};
/** A thumb on an entry of the log, with the entry's number. */
export type EntryRating = TraceRating & { readonly sequence: number; readonly tags: readonly string[] };
/** A person's own rating of a run. */
export type OwnRating = Pick<TraceRating, "score" | "reason"> & { readonly traceId: string };
export type Annotations = {
  readonly tags: readonly string[];
  readonly ratings: readonly TraceRating[];
  readonly entryRatings: readonly EntryRating[];
  readonly comments: readonly TraceComment[];
};

/** Annotations by people on traces they can see. Errors: NOT_FOUND for traces they cannot see, NOT_ALLOWED for comments of others. */
export interface AnnotationStore {
  of(scope: Scope, traceId: string): Promise<Annotations>;
  comment(scope: Scope, comment: NewComment): Promise<void>;
  edit(scope: Scope, id: string, change: Pick<TraceComment, "body" | "mentions">): Promise<void>;
  /** Hides or restores a comment of the person's own. */
  setRemoved(scope: Scope, id: string, removed: boolean): Promise<void>;
  /** Null removes the rating. */
  rate(
    scope: Scope,
    traceId: string,
    rating: { readonly score: 1 | -1; readonly reason: string } | null,
  ): Promise<void>;
  /** Rates an entry of the trace's log, by its number. Null removes the rating. */
  rateEntry(
    scope: Scope,
    entry: { readonly traceId: string; readonly sequence: number },
    rating: Pick<EntryRating, "score" | "reason" | "tags"> | null,
  ): Promise<void>;
  /** Returns the person's own ratings of the runs of a conversation, without those of entries. */
  mine(scope: Scope, conversationId: string): Promise<readonly OwnRating[]>;
  /** Returns the thumbs of all people on a run; those on its entries if there are none on the run itself. */
  scores(this: void, scope: Scope, traceId: string): Promise<readonly number[]>;
  /** Returns the number of these traces that the person may tag. */
  tag(
    scope: Scope,
    traceIds: readonly string[],
    change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  ): Promise<number>;
}

type CommentRow = {
  readonly id: string;
  readonly sequence: number | null;
  readonly entry_trace_id: string | null;
  readonly goal_id: string | null;
  readonly person_id: string;
  readonly name: string | null;
  readonly body: string;
  readonly mentions: readonly string[];
  readonly created_at: Date;
  readonly edited_at: Date | null;
};
type RatingRow = {
  readonly person_id: string;
  readonly name: string | null;
  readonly score: number;
  readonly reason: string;
  readonly updated_at: Date;
};

/** The trace `$3` of the workspace `$1`, locked so that no text of people outlives a trace that is being deleted. */
const PRESENT = "workspace_id = $1 and id = $3 for key share";

/** Tags, ratings and comments in PostgreSQL. */
export function createAnnotationStore(pool: pg.Pool): AnnotationStore {
  return {
    async of(scope, traceId) {
      await assertVisible(pool, scope, traceId);
      return readAnnotations(pool, scope, traceId);
    },

    async comment(scope, { id, traceId, sequence, goalId, body, mentions }) {
      await assertVisible(pool, scope, traceId);
      await query(
        pool,
        `insert into trace_comment (workspace_id, id, trace_id, sequence, entry_trace_id, goal_id, person_id, body, mentions)
         select $1, $2, $3, $4, entry_owner($1, $3, $4), $5, $6, $7, $8 from trace where ${PRESENT}`,
        [scope.workspaceId, id, traceId, sequence, goalId, scope.personId, body, mentions],
      );
      await saveMentions(pool, scope, { id, mentions });
    },

    async edit(scope, id, { body, mentions }) {
      const set = "body = $4, mentions = $5, edited_at = now()";
      await changeOwn(pool, scope, { id, set, values: [body, mentions] });
      await saveMentions(pool, scope, { id, mentions });
    },

    setRemoved: (scope, id, removed) =>
      changeOwn(pool, scope, {
        id,
        set: "removed_at = case when $4::boolean then now() end",
        values: [removed],
      }),

    async rate(scope, traceId, rating) {
      await assertVisible(pool, scope, traceId);
      if (rating === null)
        await query(pool, "delete from trace_rating where trace_id = $1 and person_id = $2", [
          traceId,
          scope.personId,
        ]);
      else
        await query(
          pool,
          `insert into trace_rating (trace_id, person_id, workspace_id, score, reason)
           select $3, $2, $1, $4, $5 from trace where ${PRESENT}
           on conflict (trace_id, person_id) do update set score = excluded.score, reason = excluded.reason, updated_at = now()`,
          [scope.workspaceId, scope.personId, traceId, rating.score, rating.reason],
        );
    },

    async rateEntry(scope, { traceId, sequence }, rating) {
      await assertVisible(pool, scope, traceId);
      const entry = [scope.workspaceId, scope.personId, traceId, sequence];
      if (rating === null)
        await query(
          pool,
          "delete from entry_rating where workspace_id = $1 and person_id = $2 and entry_trace_id = entry_owner($1, $3, $4) and sequence = $4",
          entry,
        );
      else
        await query(
          pool,
          `insert into entry_rating (workspace_id, person_id, trace_id, sequence, entry_trace_id, score, reason, tags)
           select $1, $2, $3, $4, entry_owner($1, $3, $4), $5, $6, $7 from trace where ${PRESENT}
           on conflict (workspace_id, entry_trace_id, sequence, person_id) do update set trace_id = excluded.trace_id, score = excluded.score,
             reason = excluded.reason, tags = excluded.tags, updated_at = now()`,
          [...entry, rating.score, rating.reason, rating.tags],
        );
    },

    async mine({ workspaceId, personId }, conversationId) {
      const rows = await query<Pick<RatingRow, "score" | "reason"> & { readonly trace_id: string }>(
        pool,
        `select r.trace_id, r.score, r.reason from trace t join trace_rating r on r.workspace_id = t.workspace_id and r.trace_id = t.id
         where t.workspace_id = $1 and t.conversation_id = $2 and r.person_id = $3`,
        [workspaceId, conversationId, personId],
      );
      return rows.map(({ trace_id: traceId, score, reason }) => ({
        ...{ traceId, reason },
        score: score > 0 ? 1 : -1,
      }));
    },

    async scores({ workspaceId }, traceId) {
      const rows = await query<{ readonly score: number; readonly whole: boolean }>(
        pool,
        `select score, true as whole from trace_rating where workspace_id = $1 and trace_id = $2
         union all select score, false from entry_rating where workspace_id = $1 and entry_trace_id = $2`,
        [workspaceId, traceId],
      );
      const whole = rows.filter((row) => row.whole);
      return (whole.length > 0 ? whole : rows).map(({ score }) => score);
    },

    async tag(scope, traceIds, { add, remove }) {
      const ids = await visibleIds(pool, scope, traceIds);
      if (remove.length > 0)
        await query(
          pool,
          "delete from trace_tag where workspace_id = $3 and trace_id = any($1) and tag = any($2)",
          [ids, remove, scope.workspaceId],
        );
      if (add.length > 0)
        await query(
          pool,
          `insert into trace_tag (trace_id, tag, workspace_id, person_id)
           select present.id, tag, $3, $4 from (select id from trace where workspace_id = $3 and id = any($1) for key share) as present
           cross join unnest($2::text[]) as tag on conflict do nothing`,
          [ids, add, scope.workspaceId, scope.personId],
        );
      return ids.length;
    },
  };
}

/** Returns the ids of these traces that the person can see. */
async function visibleIds(
  pool: pg.Pool,
  scope: Scope,
  traceIds: readonly string[],
): Promise<readonly string[]> {
  const where = createSqlConditions();
  where.and(`f.workspace_id = ${where.bind(scope.workspaceId)}`);
  where.and(`f.trace_id = any(${where.bind(traceIds)})`);
  where.and(visible(where, scope));
  const rows = await query<{ readonly trace_id: string }>(
    pool,
    `select f.trace_id from trace_facts f where ${where.text()}`,
    where.values,
  );
  return rows.map((row) => row.trace_id);
}

/** Errors: NOT_FOUND. */
async function assertVisible(pool: pg.Pool, scope: Scope, traceId: string): Promise<void> {
  if ((await visibleIds(pool, scope, [traceId])).length === 0) throw notFound(`trace ${traceId}`);
}

/** Changes a comment of the person's own; `set` refers to `values` from $4 on. Errors: NOT_FOUND, NOT_ALLOWED. */
async function changeOwn(
  pool: pg.Pool,
  scope: Scope,
  change: { readonly id: string; readonly set: string; readonly values: readonly unknown[] },
): Promise<void> {
  const { id, set, values } = change;
  const rows = await query<{ readonly own: boolean }>(
    pool,
    `with found as (select person_id = $3 as own from trace_comment where workspace_id = $1 and id = $2),
     changed as (update trace_comment set ${set} where workspace_id = $1 and id = $2 and person_id = $3)
     select own from found`,
    [scope.workspaceId, id, scope.personId, ...values],
  );
  if (rows[0] === undefined) throw notFound(`comment ${id}`);
  if (!rows[0].own) throw notOwn();
}

async function readAnnotations(pool: pg.Pool, { workspaceId }: Scope, traceId: string): Promise<Annotations> {
  const [tags, ratings, entryRatings, comments] = await Promise.all([
    query<{ readonly tag: string }>(
      pool,
      "select tag from trace_tag where workspace_id = $1 and trace_id = $2 order by created_at, tag",
      [workspaceId, traceId],
    ),
    query<RatingRow>(
      pool,
      `select r.person_id, u.name, r.score, r.reason, r.updated_at from trace_rating r left join "user" u on u.id = r.person_id
       where r.trace_id = $1 order by r.updated_at`,
      [traceId],
    ),
    query<RatingRow & { readonly sequence: number; readonly tags: readonly string[] }>(
      pool,
      `select r.person_id, u.name, r.score, r.reason, r.updated_at, r.sequence, r.tags from entry_rating r
       left join "user" u on u.id = r.person_id where r.workspace_id = $1 and r.trace_id = $2 order by r.updated_at`,
      [workspaceId, traceId],
    ),
    query<CommentRow>(
      pool,
      `select c.id, c.sequence, c.entry_trace_id, c.goal_id, c.person_id, u.name, c.body, c.mentions, c.created_at, c.edited_at
       from trace_comment c left join "user" u on u.id = c.person_id
       where c.trace_id = $1 and c.removed_at is null order by c.created_at, c.id`,
      [traceId],
    ),
  ]);
  return {
    tags: tags.map((row) => row.tag),
    ratings: ratings.map(toRating),
    entryRatings: entryRatings.map(({ sequence, tags: own, ...row }) => ({
      ...{ ...toRating(row), sequence, tags: own },
    })),
    comments: comments.map(toComment),
  };
}

function toComment(row: CommentRow): TraceComment {
  return {
    id: row.id,
    entry: toEntryRef(row),
    goalId: row.goal_id,
    personId: row.person_id,
    personName: row.name ?? "",
    body: row.body,
    mentions: row.mentions,
    createdAt: row.created_at.getTime(),
    editedAt: row.edited_at?.getTime() ?? null,
  };
}

/** Also null for a comment on an entry whose trace was deleted before entry addresses were stored. */
function toEntryRef({ entry_trace_id: traceId, sequence }: CommentRow): EntryRef | null {
  return traceId === null || sequence === null ? null : { traceId, sequence };
}

function toRating(row: RatingRow): TraceRating {
  return {
    personId: row.person_id,
    personName: row.name ?? "",
    score: row.score > 0 ? 1 : -1,
    reason: row.reason,
    updatedAt: row.updated_at.getTime(),
  };
}

function notOwn(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "This comment belongs to someone else.",
    fix: "Write a comment of your own.",
  });
}
