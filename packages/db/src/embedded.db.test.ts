import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureEmbedded, stopEmbedded } from "./embedded.ts";
import { migrateDeploy } from "./migrate.ts";

const root = path.resolve(import.meta.dirname, "../../..");

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const result = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return result.rows;
}

describe("embedded database", () => {
  const base = mkdtempSync(path.join(tmpdir(), "goaltrace-embedded-"));
  const lockFile = path.join(base, "data", "postmaster.pid");
  let url = "";

  async function kill(): Promise<void> {
    process.kill(Number(readFileSync(lockFile, "utf8").split("\n")[0]), "SIGKILL");
    await vi.waitFor(async () => expect(await ask(url, "select 1").catch(() => "gone")).toBe("gone"), 5_000);
  }

  beforeAll(async () => {
    url = (await ensureEmbedded(base)).url;
  });
  afterAll(async () => {
    await stopEmbedded(base);
    rmSync(base, { recursive: true, force: true });
  });

  it("whoever comes second attaches to the server that runs", async () => {
    const again = await Promise.all([ensureEmbedded(base), ensureEmbedded(base)]);
    expect(again.map((server) => server.url)).toEqual([url, url]);
  });

  it("after kill -9 it comes back under the same address with every committed row", async () => {
    await ask(url, "create table kept (n int)");
    await ask(url, "insert into kept values (1)");
    await kill();
    expect((await ensureEmbedded(base)).url).toBe(url);
    expect(await ask(url, "select n from kept")).toEqual([{ n: 1 }]);
  });

  it("a lock file that names another program's process does not keep it from starting", async () => {
    const lock = readFileSync(lockFile, "utf8").split("\n");
    await kill();
    writeFileSync(lockFile, [String(process.pid), ...lock.slice(1)].join("\n"));
    expect((await ensureEmbedded(base)).url).toBe(url);
    expect(await ask(url, "select n from kept")).toEqual([{ n: 1 }]);
    await ask(url, "drop table kept");
  });

  it("migrations are applied once, also by two at the same time, and Prisma agrees that none is missing", async () => {
    const migrations = path.join(root, "prisma", "migrations");
    const applied = await Promise.all([migrateDeploy(url, migrations), migrateDeploy(url, migrations)]);
    expect(applied.map((names) => names.length > 0).sort()).toEqual([false, true]);
    expect(await migrateDeploy(url, migrations)).toEqual([]);
    const status = execFileSync(process.execPath, ["scripts/prisma.mjs", "migrate", "status"], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url },
      encoding: "utf8",
    });
    expect(status).toContain("Database schema is up to date");
  });

  it("the migrations say the same as the models", () => {
    const command = ["migrate", "diff", "--from-config-datasource", "--to-schema", "prisma", "--exit-code"];
    const difference = execFileSync(process.execPath, ["scripts/prisma.mjs", ...command], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url },
      encoding: "utf8",
    });
    expect(difference).toContain("No difference detected");
  });
});
