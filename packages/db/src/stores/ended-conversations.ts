import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { createBatch } from "../batch.ts";
import { query } from "../sql.ts";
import { CALLERS_MAX_BATCH } from "../tunables.ts";

/** Conversations that are taken at once; the next call takes more. */
const MOST = 20;
/** People that are named at once. */
const MOST_PEOPLE = 200;
/** Older ones are not recent activity. The limit also keeps the search short for people with years of conversations. */
const RECENT_DAYS = 7;

/** A conversation whose last run has ended. `endedAt`: milliseconds since the epoch. */
export type EndedConversation = { readonly id: string; readonly endedAt: number };

/** The conversations of a person that ended and are not in their DAILY yet. */
export interface EndedConversationStore {
  /**
   * Takes those whose last run ended in the last days, and before a time: each is returned once, to one caller, until another run of it ends.
   * `id`: only this one. Removed ones are not returned.
   */
  take(
    scope: Scope,
    which: { readonly before: number; readonly id?: string },
  ): Promise<readonly EndedConversation[]>;
  /** The people, in all workspaces, who have conversations to take that ended before a time. At most a few hundred. */
  people(before: number): Promise<readonly Scope[]>;
}

type TakeRequest = Scope & { readonly before: number; readonly id: string | null };
type TakenRow = { readonly position: number; readonly id: string; readonly ended_at: Date };

/** A row that several requests of one statement find is updated once, so only one of them gets it. */
const TAKE = {
  name: "take_ended_conversations",
  text: `with ended as materialized (
      select asked.position, found.* from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[])
        with ordinality as asked(workspace_id, person_id, before, id, position)
      cross join lateral (
        select c.workspace_id, c.id, f.ended_at from conversation c join trace_facts f on f.trace_id = c.head_trace_id
        where c.workspace_id = asked.workspace_id and c.person_id = asked.person_id and c.deleted_at is null
          and (asked.id is null or c.id = asked.id)
          and f.ended_at <= asked.before and f.ended_at > asked.before - make_interval(days => $5)
          and (c.noted_at is null or c.noted_at < f.ended_at)
        order by f.ended_at limit $6 for update of c skip locked
      ) as found
    )
    update conversation c set noted_at = ended.ended_at from ended
    where c.workspace_id = ended.workspace_id and c.id = ended.id returning ended.position::int, c.id, ended.ended_at`,
};

const PEOPLE = {
  name: "people_with_ended_conversations",
  text: `select distinct c.workspace_id, c.person_id from conversation c join trace_facts f on f.trace_id = c.head_trace_id
    where c.deleted_at is null and f.ended_at <= $1 and f.ended_at > $1::timestamptz - make_interval(days => $2)
      and (c.noted_at is null or c.noted_at < f.ended_at) limit $3`,
};

/** Ended conversations in PostgreSQL. */
export function createEndedConversations(pool: pg.Pool): EndedConversationStore {
  // Every run takes those of its person as it starts.
  const take = createBatch<TakeRequest, readonly EndedConversation[]>({
    most: CALLERS_MAX_BATCH,
    run: async (requests) => {
      const rows = await query<TakenRow>(pool, TAKE, [
        ...[requests.map(({ workspaceId }) => workspaceId), requests.map(({ personId }) => personId)],
        ...[requests.map(({ before }) => new Date(before)), requests.map(({ id }) => id)],
        ...[RECENT_DAYS, MOST],
      ]);
      return requests.map((_, index) =>
        rows
          .filter(({ position }) => position === index + 1)
          .map((row) => ({ id: row.id, endedAt: row.ended_at.getTime() }))
          .toSorted((left, right) => left.endedAt - right.endedAt),
      );
    },
  });
  return {
    take: async ({ workspaceId, personId }, { before, id = null }) =>
      await take({ workspaceId, personId, before, id }),
    async people(before) {
      const rows = await query<{ readonly workspace_id: string; readonly person_id: string }>(pool, PEOPLE, [
        ...[new Date(before), RECENT_DAYS, MOST_PEOPLE],
      ]);
      return rows.map((row) => ({ workspaceId: row.workspace_id, personId: row.person_id }));
    },
  };
}
