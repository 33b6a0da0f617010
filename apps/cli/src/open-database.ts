import path from "node:path";
import { ensureEmbedded } from "@goaltrace/db/embedded";
import { migrateDeploy } from "@goaltrace/db/migrate";
import { CHECKOUT, type Environment } from "./env.ts";

/** The URL of the database: DATABASE_URL, else the embedded one under GOALTRACE_HOME, started when it does not run. Migrations are applied. */
export async function openDatabase(environment: Environment): Promise<string> {
  const url = environment.databaseUrl ?? (await ensureEmbedded(path.join(environment.home, "database"))).url;
  await migrateDeploy(url, path.join(CHECKOUT, "prisma", "migrations"));
  return url;
}
