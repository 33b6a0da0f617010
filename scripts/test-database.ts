import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ensureEmbedded, stopEmbedded } from "../packages/db/src/embedded.ts";
import { migrateDeploy } from "../packages/db/src/migrate.ts";
import { inCheckout } from "./lib/checkout.mjs";
import { bundlePrograms, hasCode, storeCode } from "./lib/bundle-programs.mjs";
import { execute } from "./lib/own-database.mjs";

type Server = { readonly url: string; readonly remove: (prefix: string) => Promise<void> };

/** Settings that make commits survive a power failure. Tests that kill a server start a separate one with these settings on. */
const DURABILITY_SETTINGS = ["fsync", "full_page_writes", "synchronous_commit"];

/** Starts a server in a temporary folder. */
async function startServer(): Promise<Server> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "goaltrace-test-"));
  const { url } = await ensureEmbedded(folder);
  const remove = async (): Promise<void> => {
    await stopEmbedded(folder);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const setting of DURABILITY_SETTINGS) await execute(url, `alter system set ${setting} = off`);
    await execute(url, "select pg_reload_conf()");
  } catch (error) {
    await remove();
    throw error;
  }
  return { url, remove };
}

/** Uses an existing server without changing its settings or other databases. */
function useServer(url: string): Server {
  return {
    url,
    remove: async (prefix) => {
      const rows = await execute(
        url,
        "select datname as name from pg_database where starts_with(datname, $1)",
        [prefix],
      );
      for (const { name } of rows) await execute(url, `drop database if exists "${name}" with (force)`);
    },
  };
}

/**
 * Starts the shared resources of the integration tests: a server with one migrated database, which `test-file-database.ts` copies for each
 * file, and the programs that tests run as processes. Returns a function that removes them.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const configuredUrl = process.env.DATABASE_URL;
  const programs = bundlePrograms();
  const server =
    configuredUrl === undefined || configuredUrl === "" ? await startServer() : useServer(configuredUrl);
  const template = `goaltrace_test_${randomBytes(6).toString("hex")}`;
  try {
    await execute(server.url, `create database "${template}"`);
    const url = new URL(server.url);
    url.pathname = `/${template}`;
    await migrateDeploy(url.toString(), inCheckout("prisma/migrations"));
    const folder = await programs;
    if (!hasCode(folder)) {
      const copy = new URL(url);
      copy.pathname = `/${template}_code`;
      await execute(server.url, `create database "${template}_code" template "${template}"`);
      await storeCode(folder, copy.toString());
    }
    process.env.GOALTRACE_TEST_PROGRAMS = folder;
  } catch (error) {
    await server.remove(template);
    throw error;
  }
  process.env.GOALTRACE_TEST_SERVER = server.url;
  process.env.GOALTRACE_TEST_TEMPLATE = template;
  return async () => {
    await server.remove(template);
  };
}
