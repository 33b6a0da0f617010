import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { z } from "zod";

/** The number that Prisma's own engine locks, so that both never migrate at once. */
const PRISMA_LOCK = 72_707_369;

const CREATE_HISTORY = `create table if not exists "_prisma_migrations" (
  "id" varchar(36) primary key not null,
  "checksum" varchar(64) not null,
  "finished_at" timestamptz,
  "migration_name" varchar(255) not null,
  "logs" text,
  "rolled_back_at" timestamptz,
  "started_at" timestamptz not null default now(),
  "applied_steps_count" integer not null default 0
)`;

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };

const historyRow = z.object({ name: z.string(), checksum: z.string(), finished: z.boolean() });

/**
 * Applies the migrations of `directory` that the database has not seen, in the order of their names, and returns theirs. Keeps the same
 * history as `prisma migrate deploy`. Any number of processes may call it at once. Throws when a migration fails, has failed earlier,
 * or was edited after it was applied; one that is applied is never undone.
 */
export async function migrateDeploy(url: string, directory: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [PRISMA_LOCK]);
    await client.query(CREATE_HISTORY);
    const pending = await pendingMigrations(client, directory);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function pendingMigrations(client: pg.Client, directory: string): Promise<Migration[]> {
  const result = await client.query(
    `select migration_name as name, checksum, finished_at is not null as finished from "_prisma_migrations" where rolled_back_at is null`,
  );
  const history = new Map(
    z
      .array(historyRow)
      .parse(result.rows)
      .map((row) => [row.name, row]),
  );
  const failed = [...history.values()].find((row) => !row.finished);
  if (failed !== undefined) {
    throw new Error(
      `Migration ${failed.name} failed earlier: mend the database, then run "node scripts/prisma.mjs migrate resolve".`,
    );
  }
  return readMigrations(directory).filter((migration) => {
    const applied = history.get(migration.name);
    if (applied !== undefined && applied.checksum !== migration.checksum) {
      throw new Error(
        `Migration ${migration.name} was edited after it was applied: restore it and write a new one instead.`,
      );
    }
    return applied === undefined;
  });
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .filter((name) => existsSync(path.join(directory, name, "migration.sql")))
    .sort()
    .map((name) => {
      const content = readFileSync(path.join(directory, name, "migration.sql"));
      return {
        name,
        sql: content.toString("utf8"),
        checksum: createHash("sha256").update(content).digest("hex"),
      };
    });
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const id = randomUUID();
  await client.query(`insert into "_prisma_migrations" (id, checksum, migration_name) values ($1, $2, $3)`, [
    id,
    migration.checksum,
    migration.name,
  ]);
  try {
    await client.query(migration.sql);
  } catch (error) {
    await client.query(`update "_prisma_migrations" set logs = $2 where id = $1`, [id, String(error)]);
    throw error;
  }
  await client.query(
    `update "_prisma_migrations" set finished_at = now(), applied_steps_count = 1 where id = $1`,
    [id],
  );
}
