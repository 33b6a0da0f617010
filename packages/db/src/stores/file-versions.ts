import { parseJson } from "@goaltrace/core/parse-json";
import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { z } from "zod";
import { query } from "../sql.ts";

/** A person undid the file changes of a run. `kept` are the paths that stayed as they were, with the reason. */
export type FileUndo = {
  readonly id: string;
  readonly person: { readonly id: string; readonly name: string };
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reverted: number;
  readonly kept: readonly { readonly path: string; readonly outcome: string }[];
};

/** The sealed versions of files that runs changed, and what people undid of that. Both are deleted with the trace. */
export interface FileVersionStore {
  /** Keeps a version of a trace. Has no effect if it is repeated, or for a deleted trace. */
  put(workspaceId: string, traceId: string, version: { sha256: string; sealed: Uint8Array }): Promise<void>;
  get(workspaceId: string, traceId: string, sha256: string): Promise<Uint8Array | undefined>;
  addUndo(scope: Scope, traceId: string, undo: Pick<FileUndo, "id" | "reverted" | "kept">): Promise<void>;
  /** Returns what was undone of a trace, oldest first. */
  undos(scope: Scope, traceId: string): Promise<readonly FileUndo[]>;
}

const keptSchema = z.array(z.object({ path: z.string(), outcome: z.string() }));

type UndoRow = {
  readonly id: string;
  readonly personId: string;
  readonly name: string | null;
  readonly at: Date;
  readonly reverted: number;
  readonly kept: string;
};

/** Versions of files in PostgreSQL. */
export function createFileVersionStore(pool: pg.Pool): FileVersionStore {
  return {
    async put(workspaceId, traceId, { sha256, sealed }) {
      await query(
        pool,
        `insert into file_version (workspace_id, trace_id, sha256, sealed)
         select $1, present.id, $3, $4 from (select id from trace where workspace_id = $1 and id = $2 for key share) as present
         on conflict do nothing`,
        [workspaceId, traceId, sha256, Buffer.from(sealed)],
      );
    },

    async get(workspaceId, traceId, sha256) {
      const [row] = await query<{ readonly sealed: Buffer }>(
        pool,
        "select sealed from file_version where workspace_id = $1 and trace_id = $2 and sha256 = $3",
        [workspaceId, traceId, sha256],
      );
      return row?.sealed;
    },

    async addUndo({ workspaceId, personId }, traceId, { id, reverted, kept }) {
      await query(
        pool,
        `insert into file_undo (workspace_id, trace_id, id, person_id, reverted, kept)
         select $1, present.id, $3, $4, $5, $6 from (select id from trace where workspace_id = $1 and id = $2 for key share) as present`,
        [workspaceId, traceId, id, personId, reverted, JSON.stringify(kept)],
      );
    },

    async undos({ workspaceId }, traceId) {
      const rows = await query<UndoRow>(
        pool,
        `select u.id, u.person_id as "personId", person.name, u.at, u.reverted, u.kept
         from file_undo u left join "user" person on person.id = u.person_id
         where u.workspace_id = $1 and u.trace_id = $2 order by u.at, u.id`,
        [workspaceId, traceId],
      );
      return rows.map(({ id, personId, name, at, reverted, kept }) => ({
        ...{ id, reverted, at: at.getTime() },
        person: { id: personId, name: name ?? "" },
        kept: keptSchema.catch([]).parse(parseJson(kept)),
      }));
    },
  };
}
