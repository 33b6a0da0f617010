import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@goaltrace/db";
import { ensureEmbedded } from "@goaltrace/db/embedded";
import { migrateDeploy } from "@goaltrace/db/migrate";
import { CHECKOUT, type Environment } from "./env.ts";
import { retryWhileUnavailable } from "../retry-while-unavailable.ts";

/**
 * Returns the database URL: DATABASE_URL, or the embedded database under GOALTRACE_HOME, which is started if needed. Applies migrations.
 * Errors: DATABASE_UNAVAILABLE.
 */
export async function openDatabase(environment: Environment): Promise<string> {
  const url = environment.databaseUrl ?? (await ensureEmbedded(path.join(environment.home, "database"))).url;
  await ping(url);
  await migrateDeploy(url, path.join(CHECKOUT, "prisma", "migrations"));
  return url;
}

/** As `openDatabase`, but waits until the database is available: for processes that cannot work without it. */
export async function waitForDatabase(environment: Environment): Promise<string> {
  return await retryWhileUnavailable(async () => await openDatabase(environment), {
    sleep,
    onRetry: ({ message }, pauseMs) => process.stderr.write(`${message} Retrying in ${pauseMs / 1000} s.\n`),
  });
}

async function ping(url: string): Promise<void> {
  const database = createDatabase(url);
  try {
    await database.ping();
  } finally {
    await database.close();
  }
}
