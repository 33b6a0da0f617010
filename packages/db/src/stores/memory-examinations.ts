import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";

/** When the entries of a person were last examined: the revision of the workspace then, the time, and the entries that proposals are about. */
export type MemoryExamination = {
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly entryIds: readonly string[];
};

/** Examinations of memory for what may be tidied up, one per person of a workspace. */
export interface MemoryExaminationStore {
  /**
   * Takes a person whose entries changed since they were last examined, or were examined before `before` (milliseconds since the epoch), so that no
   * other process examines them too. Entries that changed within the last minutes wait: more changes are likely. Undefined if no one's entries are
   * due.
   */
  takeDue(before: number): Promise<(Scope & { readonly revision: number }) | undefined>;
  save(scope: Scope, revision: number, entryIds: readonly string[]): Promise<void>;
  /** Undefined if the person's entries were never examined. */
  get(scope: Scope): Promise<MemoryExamination | undefined>;
}

/** A changed person is examined again after this long. */
const REST = "10 minutes";

const TAKE_DUE = `insert into memory_examination (workspace_id, person_id, revision, at, entry_ids)
  select due.workspace_id, due.user_id, due.revision, now(), due.entry_ids from (
    select p.workspace_id, p.user_id, r.revision, coalesce(e.entry_ids, '{}') as entry_ids, e.at
    from memory_revision r join member p on p.workspace_id = r.workspace_id
    left join memory_examination e on e.workspace_id = p.workspace_id and e.person_id = p.user_id
    where e.at is null or e.at < $1 or (e.revision <> r.revision and e.at < now() - interval '${REST}')
    order by e.at nulls first limit 1) due
  on conflict (workspace_id, person_id) do update set at = now(), revision = excluded.revision
    where memory_examination.at < $1 or memory_examination.at < now() - interval '${REST}'
  returning workspace_id, person_id, revision`;

/** Examinations in PostgreSQL. */
export function createMemoryExaminationStore(pool: pg.Pool): MemoryExaminationStore {
  return {
    async takeDue(before) {
      const [row] = await query<{
        readonly workspace_id: string;
        readonly person_id: string;
        readonly revision: string;
      }>(pool, TAKE_DUE, [new Date(before)]);
      if (row === undefined) return undefined;
      const { workspace_id: workspaceId, person_id: personId } = row;
      return { workspaceId, personId, revision: Number(row.revision) };
    },

    async save({ workspaceId, personId }, revision, entryIds) {
      await query(
        pool,
        "update memory_examination set revision = $3, at = now(), entry_ids = $4 where workspace_id = $1 and person_id = $2",
        [workspaceId, personId, revision, entryIds],
      );
    },

    async get({ workspaceId, personId }) {
      const [row] = await query<{
        readonly revision: string;
        readonly at: Date;
        readonly entry_ids: readonly string[];
      }>(
        pool,
        "select revision, at, entry_ids from memory_examination where workspace_id = $1 and person_id = $2",
        [workspaceId, personId],
      );
      return row && { revision: Number(row.revision), at: row.at.getTime(), entryIds: row.entry_ids };
    },
  };
}
