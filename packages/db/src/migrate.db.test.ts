import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { GoaltraceError } from "@goaltrace/core";
import pg from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createDatabase } from "./database.ts";
import { migrateDeploy } from "./migrate.ts";
import { newEntry, newScope, newTrace } from "./testing/fixture.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const MIGRATIONS = path.join(ROOT, "prisma", "migrations");
const SIGNALS = "20261124000000_signals_and_waiting";
const SKILL_WRITER = "20261126170000_skill_writer";
const server = process.env.DATABASE_URL ?? "";

async function queryRows(url: string, sql: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

describe("migrations", () => {
  let folder = "";
  let name = "";
  let url = "";

  const write = (migration: string, sql: string): void => {
    mkdirSync(path.join(folder, migration), { recursive: true });
    writeFileSync(path.join(folder, migration, "migration.sql"), sql);
  };
  const history = async (): Promise<unknown[]> =>
    await queryRows(
      url,
      `select migration_name as name, finished_at is not null as finished from "_prisma_migrations" order by 1`,
    );

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "goaltrace-migrations-"));
    name = `migrations_${randomUUID().replaceAll("-", "")}`;
    await queryRows(server, `create database ${name}`);
    const address = new URL(server);
    address.pathname = `/${name}`;
    url = address.href;
    return async () => {
      rmSync(folder, { recursive: true, force: true });
      await queryRows(server, `drop database ${name} with (force)`);
    };
  });

  it("leaves no trace of a migration killed midway and applies it on the next start", async () => {
    write("1_first", "create table first (n int)");
    write("2_slow", "create table second (n int); select pg_sleep(30); create table third (n int)");
    const script = `import { migrateDeploy } from ${JSON.stringify(path.join(ROOT, "packages/db/src/migrate.ts"))};
      migrateDeploy(${JSON.stringify(url)}, ${JSON.stringify(folder)});`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      cwd: ROOT,
    });
    await vi.waitFor(
      async () =>
        expect(
          await queryRows(
            server,
            "select 1 from pg_stat_activity where datname = $1 and query like '%pg_sleep%'",
            [name],
          ),
        ).toHaveLength(1),
      20_000,
    );
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
    write("2_slow", "create table second (n int); create table third (n int)");
    expect(await migrateDeploy(url, folder)).toEqual(["2_slow"]);
    expect(await history()).toEqual([
      { name: "1_first", finished: true },
      { name: "2_slow", finished: true },
    ]);
    expect(await queryRows(url, "select from third")).toEqual([]);
  });

  it("rolls back a failed migration and runs it again once fixed", async () => {
    write("1_first", "create table first (n int); select 1 / 0");
    await expect(migrateDeploy(url, folder)).rejects.toThrow("division by zero");
    expect(await history()).toEqual([]);
    write("1_first", "create table first (n int)");
    expect(await migrateDeploy(url, folder)).toEqual(["1_first"]);
  });

  it("reports a full disk as an outage, so that a starting process waits", async () => {
    write("1_first", "do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;");
    await expect(migrateDeploy(url, folder)).rejects.toMatchObject({
      code: "DATABASE_UNAVAILABLE",
      message: "The disk of the database is full.",
    });
    expect(await history()).toEqual([]);
  });

  it("rejects when the connection breaks, without ending the process", async () => {
    write("1_first", "create table first (n int); select pg_terminate_backend(pg_backend_pid())");
    await expect(migrateDeploy(url, folder)).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
    expect(await history()).toEqual([]);
  });

  it("refuses a database of a newer version and explains the fix", async () => {
    write("1_first", "create table first (n int)");
    write("2_later", "create table second (n int)");
    await migrateDeploy(url, folder);
    rmSync(path.join(folder, "2_later"), { recursive: true });
    const refused = await migrateDeploy(url, folder).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GoaltraceError);
    const report =
      refused instanceof GoaltraceError ? [refused.code, refused.message, refused.fix].join(" ") : "";
    expect(report).toMatch(/^CONFIGURATION_INVALID .* 2_later.* Start the newer version/);
  });

  it("reports a migration that an earlier version left unfinished", async () => {
    write("1_first", "create table first (n int)");
    await migrateDeploy(url, folder);
    await queryRows(url, `update "_prisma_migrations" set finished_at = null`);
    await expect(migrateDeploy(url, folder)).rejects.toThrow("Migration 1_first failed earlier");
  });

  it("leaves no migration pending for Prisma", async () => {
    await migrateDeploy(url, MIGRATIONS);
    const status = execFileSync(process.execPath, ["scripts/prisma.mjs", "migrate", "status"], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: url },
      encoding: "utf8",
    });
    expect(status).toContain("Database schema is up to date");
  });

  const migrateUntil = async (first: string): Promise<void> => {
    for (const migration of readdirSync(MIGRATIONS).filter((migration) => migration < first))
      cpSync(path.join(MIGRATIONS, migration), path.join(folder, migration), { recursive: true });
    await migrateDeploy(url, folder);
  };

  it("reads skills of the version before agents were named as those of persons", async () => {
    await migrateUntil(SKILL_WRITER);
    const scope = newScope();
    await queryRows(
      url,
      "insert into skill (workspace_id, name, version, is_core) values ($1, 'triage', 1, false)",
      [scope.workspaceId],
    );
    await queryRows(
      url,
      "insert into skill_version (workspace_id, name, version, person_id, source) values ($1, 'triage', 1, 'mira', 'Steps')",
      [scope.workspaceId],
    );
    expect(await migrateDeploy(url, MIGRATIONS)).toContain(SKILL_WRITER);
    const database = createDatabase(url);
    try {
      const old = { name: "triage", version: 1, source: "Steps", personId: "mira", writer: null };
      expect(await database.skills.list(scope)).toMatchObject([old]);
      const change = { name: "triage", version: 1, source: "More", isCore: false, files: null };
      await database.skills.save(scope, { ...change, writtenIn: null });
      expect(await database.skills.versions(scope, "triage")).toHaveLength(2);
    } finally {
      await database.close();
    }
  });

  it("migrates signals, waits and heads of the previous version", async () => {
    await migrateUntil(SIGNALS);
    const scope = newScope();
    const traces = ["a", "b", "c"].map((id) => newTrace(scope, { id: `${id}-${randomUUID()}` }));
    const [running, waiting, ended] = traces.map((trace) => trace.id);
    const states = [
      ["running", null, "old-worker", 3_600],
      ["waiting", "folder", null, null],
      ["completed", null, null, null],
    ] as const;
    for (const [index, trace] of traces.entries()) {
      const [status, waitingFor, owner, seconds] = states[index] ?? states[0];
      await queryRows(
        url,
        `insert into trace (id, workspace_id, person_id, conversation_id, root_id, header, status, last_sequence, projection, created_at,
           lease_owner, lease_until, project_folder)
         values ($1, $2, 'person', 'talk', $1, $3, $4, 1, $5, to_timestamp($6::int), $7, now() + $8::int * interval '1 second', $9)`,
        [
          ...[trace.id, scope.workspaceId, JSON.stringify(trace), status],
          ...[JSON.stringify({ ...trace, status, waitingFor }), index, owner, seconds],
          waitingFor === null ? null : "/projects/x",
        ],
      );
    }
    await queryRows(
      url,
      "insert into conversation (workspace_id, id, person_id, title) values ($1, 'talk', 'person', 'T')",
      [scope.workspaceId],
    );
    const signals = [
      ["s1", "cancel", "enough", false],
      ["s2", "compact", null, false],
      ["s3", "pin", "182 ms", false],
      ["s4", "pin", "taken", true],
    ] as const;
    for (const [id, kind, reason, isTaken] of signals)
      await queryRows(
        url,
        "insert into signal (id, workspace_id, trace_id, kind, reason, at, taken_at) values ($1, $2, $3, $4, $5, 7, $6)",
        [id, scope.workspaceId, running, kind, reason, isTaken ? new Date() : null],
      );
    expect(await migrateDeploy(url, MIGRATIONS)).toContain(SIGNALS);
    const database = createDatabase(url);
    try {
      const pending = await database.signals.pending(scope, running ?? "");
      expect(pending.map(({ id, kind, ...rest }) => [id, kind, "payload" in rest && rest.payload])).toEqual([
        ["s1", "cancel", { reason: "enough" }],
        ["s2", "compact", { focus: null }],
        ["s3", "pin", { text: "182 ms" }],
      ]);
      await database.signals.insert(scope, {
        ...{ id: "s4", traceId: running ?? "", personId: null, at: 8 },
        ...{ kind: "pin", payload: { text: "taken" } },
      });
      expect(await database.signals.pending(scope, running ?? "")).toHaveLength(3);
      expect((await database.traces.head(scope, "talk"))?.id).toBe(ended);
      const claim = async (folders: readonly string[]): Promise<string | undefined> => {
        const claimed = await database.traces.claim({ owner: "new", leaseMs: 60_000, folders });
        if (claimed !== undefined)
          await queryRows(url, "update trace set status = 'completed' where id = $1", [claimed.trace.id]);
        return claimed?.trace.id;
      };
      expect([await claim([]), await claim([]), await claim(["/projects/x"])]).toEqual([
        running,
        undefined,
        waiting,
      ]);
      const started = `old-web-${randomUUID()}`;
      await queryRows(
        url,
        `insert into trace (id, workspace_id, person_id, conversation_id, root_id, header, status, last_sequence, projection, created_at)
         select $1, workspace_id, person_id, conversation_id, $1, header, 'completed', 1, projection, now() from trace where id = $2`,
        [started, ended],
      );
      expect(
        await queryRows(url, "select head_trace_id from conversation where workspace_id = $1", [
          scope.workspaceId,
        ]),
      ).toEqual([{ head_trace_id: started }]);
      const next = newTrace(scope, { conversationId: "talk" });
      await database.traces.create(scope, next, [newEntry(next.id, 1)], []);
      expect((await database.traces.head(scope, "talk"))?.id).toBe(next.id);
    } finally {
      await database.close();
    }
  });
});
