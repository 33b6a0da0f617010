import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEmbedded, stopEmbedded } from "@goaltrace/db/embedded";
import { migrateDeploy } from "@goaltrace/db/migrate";

const MIGRATIONS = fileURLToPath(new URL("../prisma/migrations", import.meta.url));

export type BenchDatabase = { readonly url: string; close(): Promise<void> };

/** Opens an embedded PostgreSQL for measurements: in `folder`, where it is kept, or in a temporary folder that is removed at the end. */
export async function openBenchDatabase(folder: string | undefined): Promise<BenchDatabase> {
  const home =
    folder === undefined ? await mkdtemp(path.join(os.tmpdir(), "goaltrace-bench-")) : path.resolve(folder);
  const close = async (): Promise<void> => {
    await stopEmbedded(home);
    if (folder === undefined) await rm(home, { recursive: true, force: true });
  };
  try {
    const { url } = await ensureEmbedded(home);
    await migrateDeploy(url, MIGRATIONS);
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
