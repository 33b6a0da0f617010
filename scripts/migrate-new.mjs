// npm run db:migrate -- name: writes the migration from prisma/migrations to prisma/models without applying it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

const name = process.argv[2];
if (name === undefined || !/^[a-z0-9_-]+$/.test(name)) {
  console.error("Name the migration in lower case: npm run db:migrate -- add_memories");
  process.exit(2);
}

register();
const { ensureEmbedded, stopEmbedded } = await import("../packages/db/src/embedded.ts");
const { migrateDeploy } = await import("../packages/db/src/migrate.ts");
const root = fileURLToPath(new URL("..", import.meta.url));
// Uses a new database, so that the result does not depend on the history of an existing one.
const base = mkdtempSync(path.join(tmpdir(), "goaltrace-migrate-"));
try {
  const { url } = await ensureEmbedded(base);
  await migrateDeploy(url, path.join(root, "prisma", "migrations"));
  const commandLine = [
    path.join(root, "scripts", "prisma.mjs"),
    "migrate",
    "dev",
    "--create-only",
    "--name",
    name,
  ];
  const result = spawnSync(process.execPath, commandLine, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, DATABASE_URL: url },
  });
  process.exitCode = result.status ?? 1;
} finally {
  await stopEmbedded(base);
  rmSync(base, { recursive: true, force: true });
}
