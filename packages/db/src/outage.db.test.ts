import { randomUUID } from "node:crypto";
import type { Trace } from "@goaltrace/core/log";
import type { Lease, Scope } from "@goaltrace/core/ports";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createDatabase, type Database } from "./database.ts";
import { PROCESS_NAME } from "./process-name.ts";
import { newBatch, newEntry, newScope, newTrace } from "./testing/fixture.ts";

const url = process.env.DATABASE_URL ?? "";
const LEASE_MS = 60_000;

type Claim = { readonly trace: Trace; readonly lease: Lease };

/** Statements that bring about an outage of writes, and those that end it. */
const OUTAGES = {
  disk: {
    begin: `create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file "base/5/1": No space left on device' using errcode = '53100'; end $$;
      create trigger refuse before insert on entry execute function refuse()`,
    end: "drop trigger refuse on entry; drop function refuse()",
    message: "The disk of the database is full.",
  },
  read_only: {
    begin: `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$;
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    end: `set transaction read write;
      do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`,
    message: "The database accepts no changes.",
  },
} as const;

describe("outages", () => {
  let operator: pg.Client;
  const logged: (readonly [string, Readonly<Record<string, unknown>> | undefined])[] = [];
  const logger = {
    warn: (message: string, fields?: Readonly<Record<string, unknown>>) =>
      void logged.push([message, fields]),
    info: (message: string, fields?: Readonly<Record<string, unknown>>) =>
      void logged.push([message, fields]),
  };
  let database: Database;
  let scope: Scope;

  beforeAll(async () => {
    operator = new pg.Client({ connectionString: url });
    await operator.connect();
    database = createDatabase(url, { logger });
    scope = newScope();
  });
  afterAll(async () => {
    await operator.end();
    await database.close();
  });

  async function claimNew(owner = "worker", leaseMs = LEASE_MS): Promise<Claim> {
    const trace = newTrace(scope);
    await database.traces.create(scope, trace, [newEntry(trace.id, 1)], []);
    const claimed = await database.traces.claim({ owner, leaseMs, only: trace.id });
    if (claimed === undefined) throw new Error("nothing to claim");
    return claimed;
  }

  it.each(["disk", "read_only"] as const)(
    "lets appends wait for the end of a %s outage and writes each entry once",
    async (kind) => {
      const { begin, end, message } = OUTAGES[kind];
      const claims = await Promise.all([claimNew(), claimNew()]);
      logged.length = 0;
      await operator.query(begin);
      let settled = 0;
      const appends = claims.map(async ({ trace, lease }) => {
        await database.traces.append(newBatch(trace, lease, [newEntry(trace.id, 2)]));
        settled += 1;
      });
      await vi.waitFor(() =>
        expect(logged).toContainEqual([
          "entries wait for the database",
          expect.objectContaining({ outage: kind }),
        ]),
      );
      expect(settled).toBe(0);
      const late = newTrace(scope);
      await expect(database.traces.create(scope, late, [newEntry(late.id, 1)], [])).rejects.toMatchObject({
        code: "DATABASE_UNAVAILABLE",
        message,
      });
      await operator.query(end);
      await Promise.all(appends);
      for (const { trace } of claims)
        expect(
          (await database.traces.entries(scope, trace.id, { after: 0 })).map((entry) => entry.sequence),
        ).toEqual([1, 2]);
      expect(logged.at(-1)).toEqual(["waiting entries written", expect.objectContaining({ outage: kind })]);
    },
  );

  it("names the data folder of a full disk to the operator", async () => {
    const { trace, lease } = await claimNew();
    logged.length = 0;
    await operator.query(OUTAGES.disk.begin);
    const append = database.traces.append(newBatch(trace, lease, [newEntry(trace.id, 2)]));
    const { rows } = await operator.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    await vi.waitFor(() =>
      expect(logged).toContainEqual([expect.any(String), expect.objectContaining(rows[0])]),
    );
    await operator.query(OUTAGES.disk.end);
    await append;
  });

  it("waits for a free connection when the connection limit is reached", async () => {
    const role = `limited_${randomUUID().slice(0, 8)}`;
    await operator.query(
      `create role ${role} login password 'x' in role pg_write_all_data, pg_read_all_data`,
    );
    const limitedUrl = new URL(url);
    limitedUrl.username = role;
    limitedUrl.password = "x";
    const limited = createDatabase(limitedUrl.toString(), { logger });
    const { trace, lease } = await claimNew();
    await operator.query(`alter role ${role} connection limit 0`);
    logged.length = 0;
    const append = limited.traces.append(newBatch(trace, lease, [newEntry(trace.id, 2)]));
    await vi.waitFor(() =>
      expect(logged).toContainEqual([expect.any(String), expect.objectContaining({ outage: "connections" })]),
    );
    await expect(limited.ping()).rejects.toMatchObject({ message: "The database has no free connection." });
    await operator.query(`alter role ${role} connection limit -1`);
    await append;
    await limited.close();
    expect(await database.traces.entries(scope, trace.id, { after: 1 })).toHaveLength(1);
  });

  it("ends waiting appends soon after it is closed during an outage", async () => {
    const closing = createDatabase(url);
    const { trace, lease } = await claimNew();
    await operator.query(OUTAGES.disk.begin);
    const append = closing.traces.append(newBatch(trace, lease, [newEntry(trace.id, 2)]));
    const rejected = expect(append).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
    await closing.close();
    await rejected;
    await operator.query(OUTAGES.disk.end);
  });

  it("reports an outage of Prisma's statements like every other", async () => {
    const absent = createDatabase("postgresql://nobody:x@127.0.0.1:1/absent");
    await expect(absent.models.list(scope)).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
    await absent.close();
  });

  it("distinguishes a worker that lost its lease from one that died", async () => {
    for (const [owner, previousHolder] of [
      [PROCESS_NAME, "lost"],
      ["host-gone-1", "died"],
    ] as const) {
      const { trace } = await claimNew(owner, -1);
      const next = await database.traces.claim({ owner: "next", leaseMs: LEASE_MS, only: trace.id });
      expect(next?.previousHolder).toBe(previousHolder);
    }
  });
});
