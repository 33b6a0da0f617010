import type { MemoryVectorStore, NearMemory } from "@goaltrace/core/ports";
import type pg from "pg";
import { type MemoryRow, SELECT_MEMORY, toMemory, VISIBLE_MEMORY } from "../rows/memory-row.ts";
import { query } from "../sql.ts";

type VectorRow = {
  readonly memory_id: string;
  readonly version: number;
  readonly position: string;
  readonly vector: readonly number[];
};
type NearRow = { readonly memory_id: string; readonly similarity: number };
type Client = Pick<pg.Pool, "query">;

/**
 * Vectors of entries in PostgreSQL. Where the server has the extension `vector`, the nearest are found by an index of it, which is created for each
 * length of vectors when it is first asked for; elsewhere the caller compares them.
 */
export function createMemoryVectorStore(pool: pg.Pool): MemoryVectorStore {
  let hasExtension: Promise<boolean> | null = null;
  const indexed = new Map<number, Promise<void>>();
  return {
    async missing({ workspaceId, personId }, model, limit) {
      const rows = await query<MemoryRow>(
        pool,
        `${SELECT_MEMORY} left join memory_vector v on v.workspace_id = m.workspace_id and v.memory_id = m.id and v.model = $3
         where ${VISIBLE_MEMORY} and m.state = 'active' and v.version is distinct from m.version limit $4`,
        [workspaceId, personId, model, limit],
      );
      return rows.map(toMemory);
    },

    async save({ workspaceId, personId }, model, vectors) {
      await query(
        pool,
        `insert into memory_vector (workspace_id, memory_id, model, version, vector)
         select m.workspace_id, m.id, $3, saved.version, array(select jsonb_array_elements_text(saved.vector)::real)
         from jsonb_to_recordset($4::jsonb) as saved(id text, version int, vector jsonb)
         join memory m on m.id = saved.id and ${VISIBLE_MEMORY}
         on conflict (workspace_id, memory_id) do update set model = excluded.model, version = excluded.version, vector = excluded.vector,
           position = nextval('memory_vector_position_seq')`,
        [
          ...[workspaceId, personId, model],
          JSON.stringify(vectors.map(({ memoryId: id, version, vector }) => ({ id, version, vector }))),
        ],
      );
    },

    async since({ workspaceId, personId }, model, position) {
      const rows = await query<VectorRow>(
        pool,
        `select v.memory_id, v.version, v.position, v.vector from memory_vector v join memory m on m.workspace_id = v.workspace_id and m.id = v.memory_id
         where ${VISIBLE_MEMORY} and v.model = $3 and v.position > $4 order by v.position`,
        [workspaceId, personId, model, position],
      );
      return {
        vectors: rows.map(({ memory_id: memoryId, version, vector }) => ({ memoryId, version, vector })),
        position: Number(rows.at(-1)?.position ?? position),
      };
    },

    async nearest({ workspaceId, personId }, model, { vector, limit }) {
      hasExtension ??= findExtension(pool);
      if (!(await hasExtension)) return null;
      const length = vector.length;
      const index = indexed.get(length) ?? createIndex(pool, length);
      indexed.set(length, index);
      await index;
      const find = async (statement: string): Promise<readonly NearMemory[]> => {
        const values = [workspaceId, personId, model, `[${vector.join(",")}]`, limit];
        const rows = await query<NearRow>(pool, statement, values);
        return rows.map(({ memory_id: memoryId, similarity }) => ({ memoryId, similarity }));
      };
      const found = await find(nearestStatement(length));
      // The index returns the nearest of all workspaces, so it may return few or none of a person who has few among many.
      return found.length < limit ? await find(comparedStatement(length)) : found;
    },
  };
}

/** Reads whether the database has the extension, which an administrator creates. */
async function findExtension(client: Client): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'vector'");
  return rows.length > 0;
}

/** Creates the index of vectors of a length, unless it exists. */
async function createIndex(client: Client, length: number): Promise<void> {
  await client.query(
    `create index if not exists memory_vector_${String(length)} on memory_vector using hnsw ((vector::vector(${String(length)})) vector_cosine_ops)
     where array_length(vector, 1) = ${String(length)}`,
  );
}

/** The vectors of a length of the entries that a person finds. */
function ownVectors(length: number): string {
  return `memory_vector v join memory m on m.workspace_id = v.workspace_id and m.id = v.memory_id
    where array_length(v.vector, 1) = ${String(length)} and v.workspace_id = $1 and v.model = $3 and ${VISIBLE_MEMORY} and m.state = 'active'`;
}

function distanceOf(column: string, length: number): string {
  return `(${column}::vector(${String(length)})) <=> $4::vector(${String(length)})`;
}

/** Finds the nearest entries of a person by the index. */
function nearestStatement(length: number): string {
  const distance = distanceOf("v.vector", length);
  return `select v.memory_id, 1 - (${distance}) as similarity from ${ownVectors(length)} order by ${distance} limit $5`;
}

/** Compares all vectors of a person, without the index. */
function comparedStatement(length: number): string {
  const distance = distanceOf("own.vector", length);
  return `with own as materialized (select v.memory_id, v.vector from ${ownVectors(length)})
    select own.memory_id, 1 - (${distance}) as similarity from own order by ${distance} limit $5`;
}
