import { mkdir, writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { execFileSync } from "node:child_process";
import { readdirSync, existsSync } from "node:fs";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ensureEmbedded, stopEmbedded } from "@goaltrace/db/embedded";
import { migrateDeploy } from "@goaltrace/db/migrate";
import { inCheckout } from "../../../scripts/lib/checkout.mjs";
import { createOwnDatabase } from "../../../scripts/lib/own-database.mjs";
import { createAccessWorld, PASSWORD } from "../../../apps/web/src/server/testing/access-world.ts";
import { FILES, fixturePath, type Manifest } from "../fixture.ts";
import { loadRows } from "../load-rows.ts";
import { askEverything } from "../ask-everything.ts";
import { exportAll } from "../exchange-files.ts";
import { rebuildRequests } from "../rebuild-requests.ts";
import { dumpRows } from "./dump-rows.ts";
import { playAll } from "./play-all.ts";

// Writes a fixture with the current code: npx tsx tests/stored-logs/make/index.ts NAME

const name = process.argv[2];
if (name === undefined || !/^[\w-]+$/.test(name)) throw new Error("Missing or invalid fixture name.");

const migrations = readdirSync(inCheckout("prisma/migrations"))
  .filter((migration) => existsSync(inCheckout(`prisma/migrations/${migration}/migration.sql`)))
  .sort();
const home = await mkdtemp(path.join(tmpdir(), "goaltrace-fixture-"));
try {
  const server = await ensureEmbedded(home);
  const played = await createOwnDatabase(server.url);
  await migrateDeploy(played.url, inCheckout("prisma/migrations"));
  const world = await createAccessWorld(played.url, { withModel: true, forRoutes: true });
  const story = await playAll(world);
  await world.close();
  const rows = await dumpRows(played.url);
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  const manifest: Manifest = { commit, migrations, password: PASSWORD, ...story };
  await mkdir(fixturePath(name, ""), { recursive: true });
  await writeFile(fixturePath(name, FILES.manifest), `${JSON.stringify(manifest, null, 2)}\n`);
  await zip(FILES.rows, rows);

  // Answers are recorded from the loaded rows, because tests query those.
  const loaded = await loadRows(server.url, { migrations, rows });
  const reader = await createAccessWorld(loaded.url, { forRoutes: true });
  await zip(FILES.answers, `${JSON.stringify(await askEverything(reader, manifest), null, 1)}\n`);
  await zip(FILES.exports, await exportAll(reader, manifest));
  await zip(FILES.requests, `${JSON.stringify(await rebuildRequests(reader, manifest), null, 1)}\n`);
  await reader.close();
} finally {
  await stopEmbedded(home);
  await rm(home, { recursive: true, force: true });
}

async function zip(file: string, text: string): Promise<void> {
  await writeFile(fixturePath(name ?? "", file), await promisify(gzip)(text, { level: 9 }));
}
