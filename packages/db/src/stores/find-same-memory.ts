import { nameKey } from "@goaltrace/core/memory";
import type { MemoryEntry, NewMemory, Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { type MemoryRow, SELECT_MEMORY, toMemory, VISIBLE_MEMORY } from "../rows/memory-row.ts";
import { query } from "../sql.ts";

/** Conditions of indexes: the name is the same for the locale of the database, or has letters whose case it may not know. */
const SAME_NAME = "lower(btrim(m.name)) = lower(btrim($6))";
const CASED_NAME = String.raw`m.name ~ '[\u00C0-\u058F\u10A0-\u10FF\u1E00-\u1FFF\u2C00-\u2D2F\uA640-\uA7FF\uFF21-\uFF5A]'`;
const CASED = /[\u00C0-\u058F\u10A0-\u10FF\u1E00-\u1FFF\u2C00-\u2D2F\uA640-\uA7FF\uFF21-\uFF5A]/u;

/** Finds the active entry with the audience, type and name of a new one. Reads few entries, whatever their number. */
export async function findSameMemory(
  client: pg.PoolClient,
  scope: Scope,
  entry: NewMemory,
): Promise<MemoryEntry | null> {
  const { audience, type, project = null, name } = entry;
  const find = async (named: string): Promise<readonly MemoryRow[]> =>
    await query<MemoryRow>(
      client,
      `${SELECT_MEMORY} where ${VISIBLE_MEMORY} and m.state = 'active' and m.superseded_by is null and m.audience = $3 and m.type = $4
         and m.project is not distinct from $5 and ($6::text is not null and ${named})`,
      [scope.workspaceId, scope.personId, audience, type, project, name],
    );
  const rows = [...(await find(SAME_NAME)), ...(CASED.test(name) ? await find(CASED_NAME) : [])];
  const same = rows.find(({ name }) => nameKey(name) === nameKey(entry.name));
  return same === undefined ? null : toMemory(same);
}
