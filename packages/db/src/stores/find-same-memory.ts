import { nameKey } from "@goaltrace/core/memory";
import type { MemoryEntry, NewMemory, Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { type MemoryRow, SELECT_MEMORY, toMemory, VISIBLE_MEMORY } from "../rows/memory-row.ts";
import { query } from "../sql.ts";

/** Finds the active entry with the audience, type, project and name of a new one. Reads few entries, whatever their number. */
export async function findSameMemory(
  client: pg.PoolClient,
  scope: Scope,
  { audience, type, project = null, name }: NewMemory,
): Promise<MemoryEntry | null> {
  await addMissingKeys(client, scope);
  const [same] = await query<MemoryRow>(
    client,
    `${SELECT_MEMORY} where ${VISIBLE_MEMORY} and m.state = 'active' and m.superseded_by is null and m.audience = $3 and m.type = $4
       and m.project is not distinct from $5 and m.name_key = $6 order by m.revision desc limit 1`,
    [scope.workspaceId, scope.personId, audience, type, project, nameKey(name)],
  );
  return same === undefined ? null : toMemory(same);
}

/** Gives entries a key that have none: they are from before there were keys, or returned to older contents. */
async function addMissingKeys(client: pg.PoolClient, { workspaceId }: Scope): Promise<void> {
  const rows = await query<{ readonly id: string; readonly name: string }>(
    client,
    "select id, name from memory where workspace_id = $1 and name_key is null",
    [workspaceId],
  );
  if (rows.length === 0) return;
  await query(
    client,
    `update memory m set name_key = named.key from unnest($2::text[], $3::text[]) as named(id, key)
     where m.workspace_id = $1 and m.id = named.id`,
    [workspaceId, rows.map(({ id }) => id), rows.map(({ name }) => nameKey(name))],
  );
}
