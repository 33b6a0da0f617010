import type { Blob, BlobStore } from "@goaltrace/core/ports";
import type pg from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { plainText, toBlob, toBlobRow, type BlobRow } from "../rows/blob-row.ts";
import { query, transaction } from "../sql.ts";

type PageRow = { readonly text: string; readonly size: number; readonly form: string };

/** The end of the year 9999, which both PostgreSQL and JavaScript can represent. */
const LAST_TIME = 253_402_300_799_000;
const COLUMNS = "sha256, media_type, encoding, form, text, size";

/** The blob store in PostgreSQL. */
export function createBlobStore(pool: pg.Pool): BlobStore {
  const getMany: BlobStore["getMany"] = async (scope, hashes) => {
    if (hashes.length === 0) return [];
    const rows = await query<BlobRow>(
      pool,
      `select ${COLUMNS} from blob where workspace_id = $1 and sha256 = any($2)`,
      [scope.workspaceId, hashes],
    );
    return rows.map(toBlob);
  };
  return {
    getMany,
    put: (scope, blob) => insertBlobs(pool, scope.workspaceId, [blob]),
    get: async (scope, sha256) => (await getMany(scope, [sha256]))[0],

    async page(scope, sha256, range) {
      // SqlConditions PostgreSQL and JavaScript count characters alike, only the page itself is transferred.
      const [row] = await query<PageRow>(
        pool,
        `select form, size, case when form = 'plain' then substr(text, $3, $4) else text end as text
         from blob where workspace_id = $1 and sha256 = $2`,
        [scope.workspaceId, sha256, range.offset + 1, range.limit],
      );
      if (row === undefined) return undefined;
      if (row.form === "plain") return { text: row.text, totalLength: row.size };
      const whole = plainText(row);
      return { text: whole.slice(range.offset, range.offset + range.limit), totalLength: row.size };
    },

    async sweep(olderThan) {
      const rows = await transaction(pool, async (client) => {
        const [lock] = await query<{ readonly acquired: boolean }>(
          client,
          "select pg_try_advisory_xact_lock($1) as acquired",
          [ADVISORY_LOCKS.sweep],
        );
        // Another process is sweeping; one sweep at a time is enough.
        if (lock?.acquired !== true) return [];
        return await query(
          client,
          `delete from blob where touched_at < $1 and not exists (
           select from trace_blob where trace_blob.workspace_id = blob.workspace_id and trace_blob.sha256 = blob.sha256
         ) returning sha256`,
          [new Date(Math.min(olderThan, LAST_TIME))],
        );
      });
      return rows.length;
    },
  };
}

/** Stores blobs. Content that is already stored is marked as in use again. */
export async function insertBlobs(
  client: pg.Pool | pg.PoolClient,
  workspaceId: string,
  blobs: readonly Blob[],
): Promise<void> {
  if (blobs.length === 0) return;
  await query(
    client,
    `insert into blob (workspace_id, ${COLUMNS})
     select distinct on (sha256) $1, ${COLUMNS} from json_to_recordset($2::json) as b(
       sha256 text, media_type text, encoding text, form text, text text, size int)
     order by sha256
     on conflict (workspace_id, sha256) do update set touched_at = now()`,
    [workspaceId, JSON.stringify(blobs.map(toBlobRow))],
  );
}

/**
 * Deletes those of these contents that no trace references any longer, in the transaction that removed the references. The rows are locked
 * first, so that an append of the same content is either seen by the check or stores the content again.
 */
export async function deleteUnlinkedBlobs(
  client: pg.PoolClient,
  workspaceId: string,
  hashes: readonly string[],
): Promise<void> {
  if (hashes.length === 0) return;
  await query(
    client,
    "select from blob where workspace_id = $1 and sha256 = any($2) order by sha256 for update",
    [workspaceId, hashes],
  );
  // A statement of its own: it sees the references that were committed while the locks were awaited.
  await query(
    client,
    `delete from blob where workspace_id = $1 and sha256 = any($2) and not exists (
       select from trace_blob where trace_blob.workspace_id = blob.workspace_id and trace_blob.sha256 = blob.sha256)`,
    [workspaceId, hashes],
  );
}
