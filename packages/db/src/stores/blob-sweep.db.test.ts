import { randomUUID } from "node:crypto";
import type { Blob } from "@goaltrace/core/ports";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newBatch, newBlob, newEntry, newReference, newScope, newTrace } from "../testing/fixture.ts";

const DAY_MS = 86_400_000;

describe("sweeping blobs", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(process.env.DATABASE_URL ?? "");
  });
  afterAll(() => database.close());

  const makeOld = (blobs: readonly Blob[]): Promise<unknown> =>
    database.pool.query("update blob set touched_at = now() - interval '2 days' where sha256 = any($1)", [
      blobs.map((blob) => blob.sha256),
    ]);

  it("keeps old content that a concurrent append references", async () => {
    const scope = newScope();
    const first = newTrace(scope);
    await database.traces.create(scope, first, [newEntry(first.id, 1)], []);
    const claimed = await database.traces.claim({ owner: "worker", leaseMs: 60_000, only: first.id });
    if (claimed === undefined) throw new Error("nothing to claim");
    const { trace, lease } = claimed;
    const blobs = Array.from({ length: 12 }, newBlob);
    for (const blob of blobs) await database.blobs.put(scope, blob);
    await makeOld(blobs);
    for (const [index, blob] of blobs.entries())
      await Promise.all([
        database.traces.append({
          ...newBatch(trace, lease, [newReference(trace.id, index + 2, blob)]),
          blobs: [blob],
        }),
        database.blobs.sweep(Date.now() - DAY_MS),
      ]);
    const hashes = blobs.map((blob) => blob.sha256);
    expect(await database.blobs.getMany(scope, hashes)).toHaveLength(blobs.length);
    await makeOld(blobs);
    await database.blobs.sweep(Date.now() - DAY_MS);
    expect(await database.blobs.getMany(scope, hashes)).toHaveLength(blobs.length);
  });

  it("waits for a commit in progress and keeps what it references", async () => {
    const scope = newScope();
    const blob = newBlob();
    await database.blobs.put(scope, blob);
    await makeOld([blob]);
    const client = await database.pool.connect();
    try {
      await client.query("begin");
      await client.query("update blob set touched_at = now() where sha256 = $1", [blob.sha256]);
      const sweep = database.blobs.sweep(Date.now() - DAY_MS);
      await client.query("insert into trace_blob (trace_id, sha256, workspace_id) values ($1, $2, $3)", [
        ...[randomUUID(), blob.sha256, scope.workspaceId],
      ]);
      await client.query("commit");
      await sweep;
    } finally {
      client.release();
    }
    expect(await database.blobs.get(scope, blob.sha256)).toEqual(blob);
  });

  it("keeps the content of a continuation's shared part after the original trace is deleted", async () => {
    const scope = newScope();
    const [trace, blob] = [newTrace(scope, { lastSequence: 2, status: "completed" }), newBlob()];
    await database.traces.create(
      scope,
      trace,
      [newEntry(trace.id, 1), newReference(trace.id, 2, blob)],
      [blob],
    );
    const next = newTrace(scope, {
      origin: { kind: "continues", traceId: trace.id, sequence: 2 },
      lastSequence: 3,
    });
    await database.traces.create(scope, next, [newEntry(next.id, 3)], []);
    await database.traces.delete(scope, trace.id);
    await makeOld([blob]);
    await database.blobs.sweep(Date.now() - DAY_MS);
    expect(await database.blobs.get(scope, blob.sha256)).toEqual(blob);
    await database.traces.delete(scope, next.id);
    await database.blobs.sweep(Date.now() - DAY_MS);
    expect(await database.blobs.get(scope, blob.sha256)).toBeUndefined();
  });
});
