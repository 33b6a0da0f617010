import type { Trace } from "@goaltrace/core/log";
import type { Blob, Lease, LiveNotice, Scope } from "@goaltrace/core/ports";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newBatch, newEntry, newScope, newTrace } from "../testing/fixture.ts";

const url = process.env.DATABASE_URL ?? "";

async function startRun(
  database: Database,
  scope: Scope,
  changes: Partial<Trace> = {},
): Promise<{ trace: Trace; lease: Lease }> {
  const trace = newTrace(scope, changes);
  await database.traces.create(scope, trace, [newEntry(trace.id, 1)], []);
  const claimed = await database.traces.claim({ owner: "worker", leaseMs: 60_000, only: trace.id });
  if (claimed === undefined) throw new Error("nothing to claim");
  return claimed;
}

describe("group commit", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(url);
  });
  afterAll(() => database.close());

  it("fails only the trace with a stale fence in a shared commit", async () => {
    const scope = newScope();
    const runs = await Promise.all(Array.from({ length: 12 }, () => startRun(database, scope)));
    const statements = vi.spyOn(pg.Client.prototype, "query");
    const outcomes = await Promise.allSettled(
      runs.map(({ trace, lease }, index) =>
        database.traces.append(
          newBatch(trace, index === 3 ? { ...lease, fence: lease.fence - 1 } : lease, [
            newEntry(trace.id, 2),
          ]),
        ),
      ),
    );
    expect(statements).toHaveBeenCalledTimes(1);
    statements.mockRestore();
    expect(outcomes.map((outcome) => outcome.status === "fulfilled")).toEqual(
      runs.map((_, index) => index !== 3),
    );
    expect(outcomes[3]).toMatchObject({ reason: { code: "LEASE_LOST" } });
  });

  it("sends a content that runs of several workspaces store together once, and stores it in each", async () => {
    const scopes = [newScope(), newScope()];
    const runs = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const scope = scopes[index % scopes.length] ?? newScope();
        return { scope, ...(await startRun(database, scope)) };
      }),
    );
    const text = "x".repeat(10_000);
    const blob: Blob = { sha256: "a".repeat(64), mediaType: "text/plain", encoding: "utf8", text };
    const other: Blob = { ...blob, sha256: "b".repeat(64), text: "of one run" };
    const statements = vi.spyOn(pg.Connection.prototype, "bind");
    await Promise.all(
      runs.map(async ({ trace, lease }, index) => {
        const batch = newBatch(trace, lease, [newEntry(trace.id, 2)]);
        await database.traces.append({ ...batch, blobs: index === 5 ? [other, blob] : [blob] });
      }),
    );
    const sent = JSON.stringify(statements.mock.calls);
    statements.mockRestore();
    expect(sent.length).toBeLessThan(3 * text.length);
    for (const scope of scopes) expect(await database.blobs.get(scope, blob.sha256)).toEqual(blob);
    expect(await database.blobs.get(scopes[1] ?? newScope(), other.sha256)).toEqual(other);
    expect(await database.blobs.get(scopes[0] ?? newScope(), other.sha256)).toBeUndefined();
  });

  it("rejects a batch that leaves a gap and accepts contiguous ones", async () => {
    const scope = newScope();
    const { trace, lease } = await startRun(database, scope);
    await expect(
      database.traces.append(newBatch(trace, lease, [newEntry(trace.id, 3)])),
    ).rejects.toMatchObject({ code: "SEQUENCE_CONFLICT" });
    const pipelined = [2, 3, 4].map((sequence) =>
      database.traces.append(newBatch(trace, lease, [newEntry(trace.id, sequence, "\0 😀 \ud800")])),
    );
    await Promise.all(pipelined);
    const entries = await database.traces.entries(scope, trace.id, { after: 1 });
    expect(entries.map((entry) => entry.sequence)).toEqual([2, 3, 4]);
    expect(entries[0]).toMatchObject({ description: "\0 😀 \ud800" });
    expect((await database.traces.get(scope, trace.id))?.lastSequence).toBe(4);
  });

  it("neither loses nor duplicates entries when connections break", async () => {
    const scope = newScope();
    const { trace, lease } = await startRun(database, scope);
    const killer = new pg.Client({ connectionString: url });
    await killer.connect();
    let broken = 0;
    for (let sequence = 2; sequence < 60; sequence++) {
      const append = database.traces.append(newBatch(trace, lease, [newEntry(trace.id, sequence)]));
      if (sequence % 5 === 0) {
        const killed = await killer.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%with lane as%' and pid <> pg_backend_pid()",
        );
        broken += killed.rowCount ?? 0;
      }
      await append;
    }
    await killer.end();
    expect(broken).toBeGreaterThan(5);
    const entries = await database.traces.entries(scope, trace.id, { after: 0 });
    expect(entries.map((entry) => entry.sequence)).toEqual(
      Array.from({ length: 59 }, (_, index) => index + 1),
    );
  });

  it("ignores a committed batch that is sent again, even after later ones and without the lease", async () => {
    const scope = newScope();
    const { trace, lease } = await startRun(database, scope);
    const batch = newBatch(trace, lease, [newEntry(trace.id, 2)]);
    await database.traces.append(batch);
    await database.traces.append(batch);
    await database.traces.append(newBatch(trace, lease, [newEntry(trace.id, 3)]));
    await database.traces.release(lease);
    await database.traces.append(batch);
    expect(await database.traces.entries(scope, trace.id, { after: 1 })).toHaveLength(2);
  });

  it("takes over an expired lease with a higher fence, so that its old holder can no longer append", async () => {
    const scope = newScope();
    const trace = newTrace(scope);
    await database.traces.create(scope, trace, [newEntry(trace.id, 1)], []);
    const first = await database.traces.claim({ owner: "one", leaseMs: -1, only: trace.id });
    const second = await database.traces.claim({ owner: "two", leaseMs: 60_000, only: trace.id });
    if (first === undefined || second === undefined) throw new Error("nothing to claim");
    expect(second.lease.fence).toBeGreaterThan(first.lease.fence);
    await expect(
      database.traces.append(newBatch(trace, first.lease, [newEntry(trace.id, 2)])),
    ).rejects.toMatchObject({ code: "LEASE_LOST" });
    expect(await database.traces.heartbeat(first.lease, 1_000)).toBe(false);
    expect(await database.traces.heartbeat(second.lease, 1_000)).toBe(true);
  });

  it("pages through a list gap-free, each trace exactly once, with equal times", async () => {
    const scope = newScope();
    for (let index = 0; index < 7; index++) {
      const trace = newTrace(scope, { createdAt: 1_700_000_000_000 + Math.floor(index / 3) });
      await database.traces.create(scope, trace, [newEntry(trace.id, 1)], []);
    }
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Database["traces"]["list"]>> = await database.traces.list(
        scope,
        { statuses: ["queued", "failed"] },
        { cursor, limit: 2 },
      );
      ids.push(...page.items.map((trace) => trace.id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(ids).size).toBe(7);
    expect(ids).toHaveLength(7);
  });

  it("hands the entries of a deleted trace to its continuation", async () => {
    const scope = newScope();
    const { trace } = await startRun(database, scope);
    const heir = newTrace(scope, {
      origin: { kind: "continues", traceId: trace.id, sequence: 1 },
      lastSequence: 2,
    });
    await database.traces.create(scope, heir, [newEntry(heir.id, 2)], []);
    await database.traces.delete(scope, trace.id);
    const entries = await database.traces.entries(scope, heir.id, { after: 0 });
    expect(entries.map(({ traceId, sequence }) => [traceId, sequence])).toEqual([
      [heir.id, 1],
      [heir.id, 2],
    ]);
    expect((await database.traces.get(scope, heir.id))?.origin).toBeNull();
  });

  it("delivers notices of commits and deltas, and reports missed commits after a reconnect", async () => {
    const scope = newScope();
    const { trace, lease } = await startRun(database, scope);
    await database.listening();
    const notices: LiveNotice[] = [];
    const stop = database.live.subscribe({ traceId: trace.id }, (notice) => notices.push(notice));
    const long = "ß\n".repeat(6_000);
    const piece = { kind: "delta", traceId: trace.id, callId: "call", attempt: 1, channel: "text" } as const;
    database.live.publish({ ...piece, offset: 0, text: long });
    database.live.publish({ ...piece, offset: long.length, text: "end" });
    await vi.waitFor(() =>
      expect(notices.map((notice) => (notice.kind === "delta" ? notice.text : "")).join("")).toBe(
        `${long}end`,
      ),
    );
    await vi.waitFor(async () =>
      expect(await database.live.partial(scope, trace.id)).toMatchObject([{ text: `${long}end` }]),
    );
    const killed = await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen goaltrace%'",
    );
    expect(killed.rowCount).toBeGreaterThan(0);
    await database.traces.append(newBatch(trace, lease, [newEntry(trace.id, 2)]));
    await vi.waitFor(
      () => expect(notices).toContainEqual(expect.objectContaining({ kind: "committed", sequence: 2 })),
      5_000,
    );
    stop();
  });

  it("spec 10 · prints the appends per second", async () => {
    const scope = newScope();
    const runs = await Promise.all(Array.from({ length: 50 }, () => startRun(database, scope)));
    const startedAt = performance.now();
    await Promise.all(
      runs.map(async ({ trace, lease }) => {
        for (let sequence = 2; sequence <= 21; sequence++)
          await database.traces.append(newBatch(trace, lease, [newEntry(trace.id, sequence)]));
      }),
    );
    process.stdout.write(
      `appends per second: ${Math.round(1_000 / ((performance.now() - startedAt) / 1_000))}\n`,
    );
    expect((await database.traces.get(scope, runs[0]?.trace.id ?? ""))?.lastSequence).toBe(21);
  });
});
