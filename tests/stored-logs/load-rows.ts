import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrateDeploy } from "@goaltrace/db/migrate";
import { createOwnDatabase } from "../../scripts/lib/own-database.mjs";
import { inCheckout } from "../../scripts/lib/checkout.mjs";

export type LoadedDatabase = {
  readonly url: string;
  /** Later migrations that were applied to the fixture's rows. */
  readonly newer: readonly string[];
  readonly remove: () => Promise<void>;
};

/**
 * Creates a database on this server with the fixture's rows, inserted after the fixture's own migrations and then migrated to the current
 * schema.
 */
export async function loadRows(
  serverUrl: string,
  fixture: { readonly migrations: readonly string[]; readonly rows: string },
): Promise<LoadedDatabase> {
  const database = await createOwnDatabase(serverUrl);
  try {
    await migrateTo(database.url, fixture.migrations);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(fixture.rows);
    } finally {
      await client.end();
    }
    const newer = await migrateDeploy(database.url, inCheckout("prisma/migrations"));
    return { ...database, newer };
  } catch (error) {
    await database.remove();
    throw error;
  }
}

async function migrateTo(url: string, migrations: readonly string[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "goaltrace-migrations-"));
  try {
    for (const name of migrations)
      await cp(inCheckout(`prisma/migrations/${name}`), path.join(folder, name), { recursive: true });
    await migrateDeploy(url, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
