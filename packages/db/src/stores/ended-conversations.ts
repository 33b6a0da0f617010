import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";

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

const TAKE = {
  name: "take_ended_conversations",
  text: `with ended as (
      select c.id, f.ended_at from conversation c join trace_facts f on f.trace_id = c.head_trace_id
      where c.workspace_id = $1 and c.person_id = $2 and c.deleted_at is null and ($4::text is null or c.id = $4)
        and f.ended_at <= $3 and f.ended_at > $3::timestamptz - make_interval(days => $5)
        and (c.noted_at is null or c.noted_at < f.ended_at)
      order by f.ended_at limit $6 for update of c skip locked
    )
    update conversation c set noted_at = ended.ended_at from ended
    where c.workspace_id = $1 and c.id = ended.id returning c.id, ended.ended_at`,
};

const PEOPLE = {
  name: "people_with_ended_conversations",
  text: `select distinct c.workspace_id, c.person_id from conversation c join trace_facts f on f.trace_id = c.head_trace_id
    where c.deleted_at is null and f.ended_at <= $1 and f.ended_at > $1::timestamptz - make_interval(days => $2)
      and (c.noted_at is null or c.noted_at < f.ended_at) limit $3`,
};

/** Ended conversations in PostgreSQL. */
export function createEndedConversations(pool: pg.Pool): EndedConversationStore {
  return {
    async take({ workspaceId, personId }, { before, id }) {
      const rows = await query<{ readonly id: string; readonly ended_at: Date }>(pool, TAKE, [
        ...[workspaceId, personId, new Date(before), id ?? null, RECENT_DAYS, MOST],
      ]);
      return rows
        .map((row) => ({ id: row.id, endedAt: row.ended_at.getTime() }))
        .toSorted((left, right) => left.endedAt - right.endedAt);
    },
    async people(before) {
      const rows = await query<{ readonly workspace_id: string; readonly person_id: string }>(pool, PEOPLE, [
        ...[new Date(before), RECENT_DAYS, MOST_PEOPLE],
      ]);
      return rows.map((row) => ({ workspaceId: row.workspace_id, personId: row.person_id }));
    },
  };
}
