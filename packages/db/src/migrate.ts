import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { GoaltraceError } from "@goaltrace/core/errors";
import pg from "pg";
import { z } from "zod";
import { errorCode, outageOf, unavailable } from "./outage.ts";
import { MIGRATION_ABANDONED_CHECK_MS, MIGRATION_ATTEMPTS } from "./tunables.ts";

/** The lock key of Prisma's own engine, so that the two never migrate at the same time. */
const PRISMA_LOCK = 72_707_369;

const DEADLOCK = "40P01";

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
 * Applies the pending migrations of `directory` in the order of their names and returns their names. Each migration and its history row
 * form one transaction, so a killed process leaves nothing half done and the next one starts over. Writes the same history as `prisma
 * migrate deploy`. Any number of processes may call it concurrently. Errors: CONFIGURATION_INVALID when a newer version migrated the
 * database, when an earlier version left a migration unfinished, or when an applied migration was edited; DATABASE_UNAVAILABLE during an
 * outage; PostgreSQL's error when a migration fails.
 */
export async function migrateDeploy(url: string, directory: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // A broken connection already fails the running statement; without a listener it would also end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await abortWithClient(client);
    await client.query("select pg_advisory_lock($1)", [PRISMA_LOCK]);
    await client.query(CREATE_HISTORY);
    const pending = await pendingMigrations(client, directory);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } catch (error) {
    throw outageOf(error) === undefined ? error : unavailable(error);
  } finally {
    // Ending a connection that is already broken fails too.
    await client.end().catch(() => undefined);
  }
}

/** Makes the server abort a long statement, and release the lock, when this process is killed. Not every system supports it. */
async function abortWithClient(client: pg.Client): Promise<void> {
  await client
    .query(`set client_connection_check_interval = ${MIGRATION_ABANDONED_CHECK_MS}`)
    .catch(() => undefined);
}

async function pendingMigrations(client: pg.Client, directory: string): Promise<Migration[]> {
  const result = await client.query(
    `select migration_name as name, checksum, finished_at is not null as finished from "_prisma_migrations" where rolled_back_at is null`,
  );
  const rows = z.array(historyRow).parse(result.rows);
  const failed = rows.find((row) => !row.finished);
  if (failed !== undefined) throw unfinishedMigration(failed.name);
  const migrations = readMigrations(directory);
  const history = new Map(rows.map((row) => [row.name, row]));
  for (const { name } of migrations) history.delete(name);
  const [newer] = history.keys();
  if (newer !== undefined) throw newerDatabase(newer);
  const checksums = new Map(rows.map((row) => [row.name, row.checksum]));
  return migrations.filter(({ name, checksum }) => {
    const applied = checksums.get(name);
    if (applied !== undefined && applied !== checksum) throw editedMigration(name);
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

/** Retries on deadlock: a migration may lose against statements of running processes, and then rolls back completely. */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyOnce(client, migration);
      return;
    } catch (error) {
      if (errorCode(error) !== DEADLOCK || attempt === MIGRATION_ATTEMPTS) throw error;
    }
  }
}

async function applyOnce(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await client.query("begin");
  try {
    await client.query(
      `insert into "_prisma_migrations" (id, checksum, migration_name, started_at) values ($1, $2, $3, clock_timestamp())`,
      [id, checksum, name],
    );
    await client.query(sql);
    await client.query(
      `update "_prisma_migrations" set finished_at = clock_timestamp(), applied_steps_count = 1 where id = $1`,
      [id],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

function unfinishedMigration(name: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `Migration ${name} failed earlier.`,
    fix: 'Repair the database, then run "node scripts/prisma.mjs migrate resolve".',
  });
}

function newerDatabase(name: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `This database was migrated by a newer version of Goaltrace: it has the migration ${name}, which this version does not know.`,
    fix: "Start the newer version, or restore the backup from before the upgrade.",
  });
}

function editedMigration(name: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `Migration ${name} was edited after it was applied.`,
    fix: "Restore its original text and write a new migration instead.",
  });
}
