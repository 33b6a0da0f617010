import { randomUUID } from "node:crypto";
import type { Trace } from "@goaltrace/core/log";
import type { Blob, Scope } from "@goaltrace/core/ports";
import { readLogPages } from "@goaltrace/core/reading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newBatch, newBlob, newEntry, newReference, newScope, newTrace } from "../testing/fixture.ts";

const OWN = { ofOthers: false };

describe("permanent deletion of conversations", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(process.env.DATABASE_URL ?? "");
  });
  afterAll(() => database.close());

  const createConversation = async (scope: Scope, shared = false): Promise<string> => {
    const id = randomUUID();
    const times = { createdAt: 1, updatedAt: 1 };
    const rest = { title: "Title", pinned: false, folderId: null, model: null };
    await database.conversations.create(scope, { id, personId: scope.personId, shared, ...rest, ...times });
    return id;
  };
  /** Stores a run of one message, or of a message and an entry that references a blob. */
  const createRun = async (scope: Scope, changes: Partial<Trace>, blob?: Blob): Promise<Trace> => {
    const first = (changes.origin?.sequence ?? 0) + 1;
    const lastSequence = first + (blob === undefined ? 0 : 1);
    const trace = newTrace(scope, { status: "completed", ...changes, lastSequence });
    const entries = [newEntry(trace.id, first, `message ${first}`)];
    if (blob !== undefined) entries.push(newReference(trace.id, first + 1, blob));
    await database.traces.create(scope, trace, entries, blob === undefined ? [] : [blob]);
    return trace;
  };
  const deleteAll = async ({ workspaceId }: Scope, id: string): Promise<void> => {
    while ((await database.deletions.advance({ workspaceId, id })).state !== "deleted");
  };
  const readLog = async (scope: Scope, id: string): Promise<readonly string[]> => {
    const trace = await database.traces.get(scope, id);
    if (trace === undefined) throw new Error("missing trace");
    const types: string[] = [];
    for await (const page of readLogPages({ traces: database.traces, scope }, trace, { after: 0 }))
      types.push(...page.map((entry) => (entry.kind === "message" ? entry.description : entry.type)));
    return types;
  };
  /** Makes the deletion stop waiting for the worker. */
  const runOutOfPatience = (id: string): Promise<unknown> =>
    database.pool.query(
      "update conversation_deletion set begun_at = begun_at - interval '1 minute' where id = $1",
      [id],
    );

  it("keeps runs of other conversations that share its entries whole, with their contents", async () => {
    const scope = newScope();
    const [mine, other] = [await createConversation(scope), await createConversation(scope)];
    const [shared, alone] = [newBlob(), newBlob()];
    const first = await createRun(scope, { conversationId: mine }, shared);
    const origin = (of: Trace, kind: "continues" | "forks"): Trace["origin"] => ({
      ...{ kind, traceId: of.id, sequence: of.lastSequence },
    });
    const second = await createRun(
      scope,
      { conversationId: mine, origin: origin(first, "continues") },
      alone,
    );
    const fork = await createRun(scope, { conversationId: other, origin: origin(first, "forks") });
    const later = await createRun(scope, { conversationId: null, origin: origin(second, "continues") });
    const before = [await readLog(scope, fork.id), await readLog(scope, later.id)];
    expect(before).toEqual([
      ["message 1", "context.set", "message 3"],
      ["message 1", "context.set", "message 3", "context.set", "message 5"],
    ]);
    await database.deletions.begin(scope, mine, OWN);
    await deleteAll(scope, mine);
    expect(await database.traces.get(scope, first.id)).toBeUndefined();
    expect([await readLog(scope, fork.id), await readLog(scope, later.id)]).toEqual(before);
    expect(await database.blobs.getMany(scope, [shared.sha256, alone.sha256])).toHaveLength(2);
    await database.traces.delete(scope, later.id);
    expect(await database.blobs.getMany(scope, [shared.sha256, alone.sha256])).toEqual([shared]);
    await database.deletions.begin(scope, other, OWN);
    await deleteAll(scope, other);
    expect(await database.blobs.get(scope, shared.sha256)).toBeUndefined();
  });

  it("brings back what remains of a conversation when its deletion is stopped: its earlier runs, its settings and its search", async () => {
    const scope = newScope();
    const id = await createConversation(scope, true);
    const first = await createRun(scope, { conversationId: id, createdAt: 1_000 });
    const origin = { kind: "continues", traceId: first.id, sequence: first.lastSequence } as const;
    const second = await createRun(scope, { conversationId: id, createdAt: 2_000, origin });
    const before = await database.conversations.get(scope, id);
    await expect(database.deletions.stop(scope, id, OWN)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await database.deletions.begin(scope, id, OWN);
    const key = { workspaceId: scope.workspaceId, id };
    expect(await database.deletions.advance(key)).toMatchObject({ state: "deleting", remainingRuns: 1 });
    const stranger = { workspaceId: scope.workspaceId, personId: randomUUID() };
    await expect(database.deletions.stop(stranger, id, OWN)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await database.deletions.stop(scope, id, OWN)).toEqual({
      ...{ state: "stopped", deletedRuns: 1, remainingRuns: 1 },
    });
    expect(await database.conversations.get(scope, id)).toEqual(before);
    expect((await database.traces.head(scope, id))?.id).toBe(first.id);
    expect(await database.traces.get(scope, second.id)).toBeUndefined();
    const { rows } = await database.pool.query("select removed_at from trace_facts where trace_id = $1", [
      first.id,
    ]);
    expect(rows).toEqual([{ removed_at: null }]);
    expect(await database.deletions.advance(key)).toEqual({ state: "stopped" });
    // It can be deleted again, and a finished deletion keeps nothing that could come back.
    expect(await database.deletions.begin(scope, id, OWN)).toBe(true);
    await deleteAll(scope, id);
    expect(await database.deletions.stop(scope, id, OWN)).toEqual({ state: "deleted" });
    const kept = await database.pool.query("select kept from conversation_deletion where id = $1", [id]);
    expect(kept.rows).toEqual([{ kept: null }]);
  });

  it("deletes the permission rules of the conversation at its end, and no others", async () => {
    const scope = newScope();
    const [id, other] = [await createConversation(scope), await createConversation(scope)];
    const run = await createRun(scope, { conversationId: id });
    const add = async (layer: "agent" | "conversation", target: string): Promise<string> =>
      database.permissions.addRule(scope, {
        ...{ id: randomUUID(), layer, target, effect: "allow", tool: "write_file", pattern: "plans/**" },
      });
    const own = await add("conversation", id);
    const others = [await add("conversation", other), await add("agent", id)];
    const left = async (): Promise<readonly string[]> =>
      (await database.permissions.rules(scope.workspaceId)).map((rule) => rule.id).toSorted();
    await database.deletions.begin(scope, id, OWN);
    const key = { workspaceId: scope.workspaceId, id };
    expect(await database.deletions.advance(key)).toMatchObject({ remainingRuns: 0 });
    expect(await database.traces.get(scope, run.id)).toBeUndefined();
    expect(await left()).toEqual([own, ...others].toSorted());
    await deleteAll(scope, id);
    expect(await left()).toEqual(others.toSorted());
  });

  it("keeps a content that a concurrent append stores again", async () => {
    const scope = newScope();
    const blobs = Array.from({ length: 8 }, newBlob);
    for (const blob of blobs) {
      const id = await createConversation(scope);
      await createRun(scope, { conversationId: id }, blob);
      const writer = await createRun(scope, { conversationId: null, status: "queued" });
      const claimed = await database.traces.claim({ owner: "worker", leaseMs: 60_000, only: writer.id });
      if (claimed === undefined) throw new Error("nothing to claim");
      const batch = newBatch(claimed.trace, claimed.lease, [newReference(writer.id, 2, blob)]);
      await database.deletions.begin(scope, id, OWN);
      await Promise.all([database.traces.append({ ...batch, blobs: [blob] }), deleteAll(scope, id)]);
      expect(await database.blobs.get(scope, blob.sha256)).toEqual(blob);
    }
  });

  it("asks the worker to end a running run, waits for it, and then rejects its late appends and partial texts", async () => {
    const scope = newScope();
    const id = await createConversation(scope);
    const run = await createRun(scope, { conversationId: id, status: "queued" });
    const claimed = await database.traces.claim({ owner: "worker", leaseMs: 60_000, only: run.id });
    if (claimed === undefined) throw new Error("nothing to claim");
    const { trace, lease } = claimed;
    expect(await database.deletions.begin(scope, id, OWN)).toBe(true);
    expect(await database.signals.pending(scope, run.id)).toMatchObject([
      { id: `cancel:${run.id}`, kind: "cancel", payload: { reason: null }, personId: scope.personId },
    ]);
    const key = { workspaceId: scope.workspaceId, id };
    expect(await database.deletions.advance(key)).toEqual({
      ...{ state: "deleting", remainingRuns: 1, isWaiting: true },
    });
    await database.traces.append(newBatch(trace, lease, [newEntry(trace.id, 2)]));
    await runOutOfPatience(id);
    await deleteAll(scope, id);
    await expect(
      database.traces.append(newBatch(trace, lease, [newEntry(trace.id, 3)])),
    ).rejects.toMatchObject({
      code: "LEASE_LOST",
    });
    expect(await database.traces.heartbeat(lease, 60_000)).toBe(false);
    const delta = { traceId: run.id, callId: "call", attempt: 0, offset: 0, text: "late text" } as const;
    const other = createDatabase(process.env.DATABASE_URL ?? "");
    other.live.publish({ kind: "delta", channel: "text", ...delta });
    // Closing writes what is queued.
    await other.close();
    const rows = await database.pool.query("select from live_partial where trace_id = $1", [run.id]);
    expect(rows.rowCount).toBe(0);
    await expect(
      database.signals.insert(scope, {
        ...{
          id: randomUUID(),
          traceId: run.id,
          kind: "pin",
          payload: { text: "late" },
          personId: null,
          at: 1,
        },
      }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("rejects the appends of a run that was deleted under its worker before its rows are gone", async () => {
    const scope = newScope();
    const id = await createConversation(scope);
    const older = await createRun(scope, { conversationId: id, status: "queued" });
    const claimed = await database.traces.claim({ owner: "worker", leaseMs: 60_000, only: older.id });
    if (claimed === undefined) throw new Error("nothing to claim");
    const origin = { kind: "continues", traceId: older.id, sequence: 1 } as const;
    await createRun(scope, { conversationId: id, origin, createdAt: older.createdAt + 1 });
    await database.deletions.begin(scope, id, OWN);
    await runOutOfPatience(id);
    expect(await database.deletions.advance({ workspaceId: scope.workspaceId, id })).toMatchObject({
      remainingRuns: 1,
    });
    expect(await database.traces.get(scope, older.id)).toBeDefined();
    await expect(
      database.traces.append(newBatch(claimed.trace, claimed.lease, [newEntry(older.id, 2)])),
    ).rejects.toMatchObject({ code: "LEASE_LOST" });
    expect(await database.traces.claim({ owner: "other", leaseMs: 1, only: older.id })).toBeUndefined();
  });

  it("starts no run in a conversation whose deletion has begun", async () => {
    const scope = newScope();
    const id = await createConversation(scope);
    const waiting = await createRun(scope, { conversationId: id, status: "waiting", waitingFor: "pause" });
    await database.deletions.begin(scope, id, OWN);
    expect(await database.conversations.get(scope, id)).toBeUndefined();
    expect(await database.traces.claim({ owner: "worker", leaseMs: 1, only: waiting.id })).toBeUndefined();
    for (const status of ["queued", "completed"] as const)
      await expect(createRun(scope, { conversationId: id, status })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    await deleteAll(scope, id);
    await expect(createRun(scope, { conversationId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("lists a deletion as unfinished until its last run is gone", async () => {
    const scope = newScope();
    const id = await createConversation(scope);
    for (let run = 0; run < 3; run += 1) await createRun(scope, { conversationId: id });
    const key = { workspaceId: scope.workspaceId, id };
    expect(await database.deletions.advance(key)).toEqual({ state: "stopped" });
    expect(
      (await database.traces.list(scope, { conversationId: id }, { cursor: null, limit: 9 })).items,
    ).toHaveLength(3);
    await database.deletions.begin(scope, id, OWN);
    await database.deletions.advance(key);
    expect(await database.deletions.unfinished()).toContainEqual(key);
    await deleteAll(scope, id);
    expect(await database.deletions.unfinished()).not.toContainEqual(key);
    expect(await database.deletions.begin(scope, id, OWN)).toBe(false);
  });

  it("lets only the owner delete a private conversation, unless others are included", async () => {
    const scope = newScope();
    const colleague = { ...scope, personId: "colleague" };
    const [mine, open] = [await createConversation(scope), await createConversation(scope, true)];
    for (const act of [database.deletions.begin, database.deletions.contents]) {
      await expect(act(colleague, mine, OWN)).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(act(colleague, open, OWN)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
      await expect(
        act({ ...newScope(), personId: scope.personId }, mine, { ofOthers: true }),
      ).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    }
    expect(await database.conversations.get(scope, mine)).toBeDefined();
    expect(await database.deletions.begin(colleague, mine, { ofOthers: true })).toBe(true);
    await expect(database.deletions.begin(colleague, mine, OWN)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await database.deletions.begin(scope, mine, OWN)).toBe(false);
  });
});
