import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { GoaltraceError } from "@goaltrace/core";
import pg from "pg";
import { z } from "zod";
import { errorCode } from "./sql.ts";
import { MIGRATION_ABANDONED_CHECK_MS, MIGRATION_ATTEMPTS } from "./tunables.ts";

/** The number that Prisma's own engine locks, so that both never migrate at once. */
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
 * Applies the migrations of `directory` that the database has not seen, in the order of their names, and returns theirs. Each is one
 * transaction together with its row of the history, so a process that is killed leaves nothing half done and the next one starts over.
 * Keeps the same history as `prisma migrate deploy`. Any number of processes may call it at once. Errors: CONFIGURATION_INVALID when the
 * database was migrated by a newer version, when a migration was left unfinished by the version before, or was edited after it was applied;
 * those of PostgreSQL when a migration fails.
 */
export async function migrateDeploy(url: string, directory: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks fails the statement under way; without a listener it would end the process as well.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await endWithUs(client);
    await client.query("select pg_advisory_lock($1)", [PRISMA_LOCK]);
    await client.query(CREATE_HISTORY);
    const pending = await pendingMigrations(client, directory);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** Without this the server finishes a long statement for a process that was killed, and holds the lock meanwhile. Not every system supports it. */
async function endWithUs(client: pg.Client): Promise<void> {
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
  if (failed !== undefined) throw unfinished(failed.name);
  const ours = readMigrations(directory);
  const history = new Map(rows.map((row) => [row.name, row]));
  for (const { name } of ours) history.delete(name);
  const [newer] = history.keys();
  if (newer !== undefined) throw tooNew(newer);
  const checksums = new Map(rows.map((row) => [row.name, row.checksum]));
  return ours.filter(({ name, checksum }) => {
    const applied = checksums.get(name);
    if (applied !== undefined && applied !== checksum) throw edited(name);
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

/** A migration that meets statements of processes that still run may lose to them; nothing of it is left then, so it is tried again. */
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

function unfinished(name: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `Migration ${name} failed earlier.`,
    fix: 'Mend the database, then run "node scripts/prisma.mjs migrate resolve".',
  });
}

function tooNew(name: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `This database was migrated by a newer version of Goaltrace: it has the migration ${name}, which this version does not know.`,
    fix: "Start the newer version, or restore the backup from before the upgrade.",
  });
}

function edited(name: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `Migration ${name} was edited after it was applied.`,
    fix: "Restore it and write a new one instead.",
  });
}
