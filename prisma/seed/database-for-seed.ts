import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEmbedded } from "@goaltrace/db/embedded";
import { migrateDeploy } from "@goaltrace/db/migrate";

const CHECKOUT = fileURLToPath(new URL("../..", import.meta.url));

/** DATABASE_URL, else the embedded database under GOALTRACE_HOME, started when it does not run; migrated. */
export async function databaseForSeed(): Promise<string> {
  const home = path.resolve(CHECKOUT, process.env["GOALTRACE_HOME"] ?? ".data");
  const url = process.env["DATABASE_URL"] ?? (await ensureEmbedded(path.join(home, "database"))).url;
  await migrateDeploy(url, path.join(CHECKOUT, "prisma", "migrations"));
  return url;
}
