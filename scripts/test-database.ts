import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ensureEmbedded, stopEmbedded } from "../packages/db/src/embedded.ts";
import { migrateDeploy } from "../packages/db/src/migrate.ts";
import { inCheckout } from "./lib/checkout.mjs";
import { createOwnDatabase } from "./lib/own-database.mjs";

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

/** Gives the integration tests a migrated database in DATABASE_URL and takes it away again at the end. */
export default async function setUp(): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const database = given ? await createOwnDatabase(given) : await startServer();
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
