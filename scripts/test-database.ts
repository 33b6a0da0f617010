import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { ensureEmbedded, stopEmbedded } from "../packages/db/src/embedded.ts";
import { migrateDeploy } from "../packages/db/src/migrate.ts";
import { inCheckout } from "./lib/checkout.mjs";

type TestDatabase = { readonly url: string; readonly remove: () => Promise<void> };

/** A server of our own in a temporary folder. */
async function startServer(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "goaltrace-test-"));
  const { url } = await ensureEmbedded(folder);
  return {
    url,
    remove: async () => {
      await stopEmbedded(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A fresh database on a server that belongs to someone: no other database of theirs is touched. */
async function createDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `goaltrace_test_${randomBytes(6).toString("hex")}`;
  await execute(serverUrl, `create database "${name}"`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    remove: () => execute(serverUrl, `drop database if exists "${name}" with (force)`),
  };
}

/** Gives the integration tests a migrated database in DATABASE_URL and takes it away again at the end. */
export default async function setUp(): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const database = given ? await createDatabase(given) : await startServer();
  try {
    await migrateDeploy(database.url, inCheckout("prisma/migrations"));
  } catch (error) {
    await database.remove();
    throw error;
  }
  process.env.DATABASE_URL = database.url;
  return async () => {
    if (given === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = given;
    await database.remove();
  };
}
