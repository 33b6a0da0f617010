import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureEmbedded, stopEmbedded } from "./embedded.ts";
import { migrateDeploy } from "./migrate.ts";

const root = path.resolve(import.meta.dirname, "../../..");

async function queryRows(url: string, sql: string): Promise<unknown[]> {
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
    await vi.waitFor(
      async () => expect(await queryRows(url, "select 1").catch(() => "gone")).toBe("gone"),
      5_000,
    );
  }

  beforeAll(async () => {
    url = (await ensureEmbedded(base)).url;
  });
  afterAll(async () => {
    await stopEmbedded(base);
    rmSync(base, { recursive: true, force: true });
  });

  it("attaches to the running server on a second call", async () => {
    const servers = await Promise.all([ensureEmbedded(base), ensureEmbedded(base)]);
    expect(servers.map((server) => server.url)).toEqual([url, url]);
  });

  it("restarts at the same address with every committed row after kill -9", async () => {
    await queryRows(url, "create table kept (n int)");
    await queryRows(url, "insert into kept values (1)");
    await kill();
    expect((await ensureEmbedded(base)).url).toBe(url);
    expect(await queryRows(url, "select n from kept")).toEqual([{ n: 1 }]);
  });

  it("starts despite a lock file that names another program's process", async () => {
    const lock = readFileSync(lockFile, "utf8").split("\n");
    await kill();
    writeFileSync(lockFile, [String(process.pid), ...lock.slice(1)].join("\n"));
    expect((await ensureEmbedded(base)).url).toBe(url);
    expect(await queryRows(url, "select n from kept")).toEqual([{ n: 1 }]);
    await queryRows(url, "drop table kept");
  });

  it("applies migrations once under concurrent callers, leaving none pending for Prisma", async () => {
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

  it("keeps the migrations identical to the models", () => {
    const command = ["migrate", "diff", "--from-config-datasource", "--to-schema", "prisma", "--exit-code"];
    const difference = execFileSync(process.execPath, ["scripts/prisma.mjs", ...command], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url },
      encoding: "utf8",
    });
    expect(difference).toContain("No difference detected");
  });
});
