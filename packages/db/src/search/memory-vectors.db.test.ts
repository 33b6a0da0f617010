import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";

let database: Database;
beforeAll(() => {
  database = createDatabase(process.env.DATABASE_URL ?? "");
});
afterAll(async () => database.close());

const MODEL = "embedder";
const ours = { workspaceId: "vectors", personId: "mira" };

async function add(scope: typeof ours, id: string, audience: "workspace" | "person"): Promise<void> {
  await database.memories.save(scope, {
    ...{
      id,
      audience,
      type: "reference",
      state: "active",
      name: id,
      description: id,
      keywords: [],
      content: id,
    },
    ...{ source: null, reason: null },
  });
}

it("keeps one vector per entry for those who find it, and names entries without one", async () => {
  const { memoryVectors: vectors } = database;
  const other = { ...ours, personId: "jonas" };
  await add(ours, "private", "person");
  await add(ours, "shared", "workspace");
  expect((await vectors.missing(ours, MODEL, 10)).map(({ id }) => id).toSorted()).toEqual([
    "private",
    "shared",
  ]);
  expect((await vectors.missing(other, MODEL, 10)).map(({ id }) => id)).toEqual(["shared"]);
  const saved = ["private", "shared"].map((memoryId) => ({ memoryId, version: 1, vector: [1, 0.5] }));
  await vectors.save(ours, MODEL, saved);
  expect(await vectors.missing(ours, MODEL, 10)).toEqual([]);
  expect(await vectors.missing(ours, "another", 10)).toHaveLength(2);
  const read = await vectors.since(other, MODEL, 0);
  expect(read.vectors).toEqual([{ memoryId: "shared", version: 1, vector: [1, 0.5] }]);
  expect(await vectors.since(other, MODEL, read.position)).toEqual({ vectors: [], position: read.position });
  await vectors.save(ours, MODEL, [{ memoryId: "shared", version: 2, vector: [0, 1] }]);
  expect((await vectors.since(other, MODEL, read.position)).vectors).toMatchObject([{ version: 2 }]);
});

it("finds the nearest of a person who has few entries among many, or leaves it to the caller without the extension", async () => {
  const { memoryVectors: vectors, pool } = database;
  const many = { workspaceId: "many", personId: "mira" };
  const few = { workspaceId: "few", personId: "mira" };
  const { rows } = await pool.query("select from pg_available_extensions where name = 'vector'");
  if (rows.length === 0) {
    expect(await vectors.nearest(few, MODEL, { vector: [1, 0, 0], limit: 3 })).toBeNull();
    return;
  }
  await pool.query("create extension if not exists vector");
  for (const [scope, count, y] of [
    [many, 200, 0],
    [few, 3, 1],
  ] as const)
    for (let index = 0; index < count; index += 1) {
      const id = `${scope.workspaceId}${String(index)}`;
      await add(scope, id, "workspace");
      await vectors.save(scope, MODEL, [{ memoryId: id, version: 1, vector: [1, y, index / 1_000] }]);
    }
  // New connections use the index of vectors although there are few.
  await pool.query(
    "do $$ begin execute format('alter database %I set enable_sort = off', current_database()); end $$",
  );
  await database.close();
  database = createDatabase(process.env.DATABASE_URL ?? "");
  const near = await database.memoryVectors.nearest(few, MODEL, { vector: [1, 0, 0], limit: 3 });
  expect(near?.map(({ memoryId }) => memoryId)).toEqual(["few0", "few1", "few2"]);
  expect(near?.[0]?.similarity).toBeCloseTo(Math.SQRT1_2);
});
