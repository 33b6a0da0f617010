import { nameKey } from "@goaltrace/core/memory";
import type { MemoryEntry, NewMemory, Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { type MemoryRow, SELECT_MEMORY, toMemory, VISIBLE_MEMORY } from "../rows/memory-row.ts";
import { query } from "../sql.ts";
import { MEMORY_KEYS_BATCH } from "../tunables.ts";

/** Finds the active entry with the audience, type, project and name of a new one. Reads only entries of that name. */
export async function findSameMemory(
  client: pg.PoolClient,
  scope: Scope,
  { audience, type, project = null, name }: NewMemory,
): Promise<MemoryEntry | null> {
  // Those that lost their keys since the transaction began.
  await addKeys(client, scope);
  const [same] = await query<MemoryRow>(
    client,
    `${SELECT_MEMORY} where ${VISIBLE_MEMORY} and m.state = 'active' and m.superseded_by is null and m.audience = $3 and m.type = $4
       and m.project is not distinct from $5 and m.name_key = $6 order by m.revision desc limit 1`,
    [scope.workspaceId, scope.personId, audience, type, project, nameKey(name)],
  );
  return same === undefined ? null : toMemory(same);
}

/**
 * Gives a key to entries that have none: they are from before there were keys, or returned to older contents. Called before the transaction
 * of a save, because a workspace may have very many.
 */
export async function addMissingKeys(pool: pg.Pool, scope: Scope): Promise<void> {
  while ((await addKeys(pool, scope)) === MEMORY_KEYS_BATCH);
}

/** Returns the number of entries that it read. */
async function addKeys(client: pg.Pool | pg.PoolClient, { workspaceId }: Scope): Promise<number> {
  const rows = await query<{ readonly id: string; readonly name: string }>(
    client,
    `select id, name from memory where workspace_id = $1 and name_key is null limit ${MEMORY_KEYS_BATCH}`,
    [workspaceId],
  );
  if (rows.length === 0) return 0;
  // One whose name changed meanwhile has its key. Rows are locked in one order, so that no two processes wait for each other.
  await query(
    client,
    `update memory m set name_key = named.key from
       (select m.id, named.key from unnest($2::text[], $3::text[], $4::text[]) as named(id, name, key)
        join memory m on m.workspace_id = $1 and m.id = named.id and m.name = named.name and m.name_key is null
        order by m.id for update of m) named
     where m.workspace_id = $1 and m.id = named.id`,
    [
      ...[workspaceId, rows.map(({ id }) => id), rows.map(({ name }) => name)],
      rows.map(({ name }) => nameKey(name)),
    ],
  );
  return rows.length;
}
