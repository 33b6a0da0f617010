import { nameKey } from "@goaltrace/core/memory";
import { describeMemoryStoreContract } from "@goaltrace/core/testing";
import type { MemoryFields, MemoryStore, NewMemory, Scope } from "@goaltrace/core/ports";
import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { createDatabase } from "../database.ts";
import { newEntry, newScope, newTrace } from "../testing/fixture.ts";
import { MEMORY_KEYS_BATCH } from "../tunables.ts";

describeMemoryStoreContract("PostgreSQL", async () => {
  const { memories, traces, close } = createDatabase(process.env.DATABASE_URL ?? "");
  return {
    store: memories,
    nextId: () => randomUUID(),
    makeTrace: async (scope) => {
      const trace = newTrace(scope, { lastSequence: 0 });
      await traces.create(scope, trace, [], []);
      return trace.id;
    },
    close,
  };
});

const FIELDS: MemoryFields = {
  ...{ type: "reference", name: "Price list", description: "Where prices are", keywords: [] },
  content: "In the shared folder",
};

/** Saves contents that a person wrote (null), or that the message 1 of a run taught. */
async function save(
  memories: MemoryStore,
  scope: Scope,
  taught: { traceId: string | null; content: string },
) {
  const { traceId, content } = taught;
  const source = traceId === null ? null : { traceId, sequence: 1, quote: content };
  return await memories.save(scope, {
    ...{ ...FIELDS, content, source, id: randomUUID(), audience: "person", state: "active", reason: null },
  });
}

it.each(["run", "message"] as const)("forgets what a deleted %s taught, and only that", async (deleted) => {
  const { memories, traces, close } = createDatabase(process.env.DATABASE_URL ?? "");
  try {
    const scope = newScope();
    const trace = newTrace(scope);
    await traces.create(scope, trace, [newEntry(trace.id, 1)], []);
    const own = await save(memories, scope, { traceId: null, content: "On the wall" });
    const changed = await save(memories, scope, { traceId: trace.id, content: "On the desk" });
    const taught = await memories.save(scope, {
      ...{ ...FIELDS, name: "Keys", id: randomUUID(), audience: "person", state: "active", reason: null },
      ...{ source: { traceId: trace.id, sequence: 1, quote: "" }, replaces: undefined },
    });
    await memories.noteRecall(scope, trace.id, [{ memoryId: own.entry.id, version: 2 }]);
    if (deleted === "run") await traces.delete(scope, trace.id);
    else await traces.erase(scope, trace.id, 1);
    expect(changed.entry.id).toBe(own.entry.id);
    expect(await memories.get(scope, own.entry.id)).toMatchObject({
      ...{ version: 1, content: "On the wall", source: null, recalls: deleted === "run" ? 0 : 1 },
    });
    await expect(memories.get(scope, taught.entry.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  } finally {
    await close();
  }
});

/** Names of entries from before there were keys, and others that mean the same. */
const OLD_NAMES = [
  ["Price list", "PRICE LIST"],
  [" Deploys: `main` only ", "deploys: `main` only"],
  ["API 文档（内部）", "api 文档(内部)"],
  ["《API 指南》", "《api 指南》"],
  ["\tKeys\u00A0", "keys"],
  ["Two  spaces", "two spaces"],
  ["ОТЧЁТ Миры", "отчёт миры"],
] as const;

it("finds entries from before there were keys of names by the same names as new ones", async () => {
  const { memories, pool, close } = createDatabase(process.env.DATABASE_URL ?? "");
  try {
    const scope = newScope();
    const name = (text: string, content: string): NewMemory => ({
      ...{ ...FIELDS, name: text, content, id: randomUUID(), audience: "person", state: "active" },
      ...{ source: null, reason: null },
    });
    for (const [old] of OLD_NAMES) await memories.save(scope, name(old, "Old"));
    const keys = async (): Promise<unknown> => {
      const { rows } = await pool.query<{ readonly name_key: string | null }>(
        "select name_key from memory where workspace_id = $1 order by revision",
        [scope.workspaceId],
      );
      return rows.map((row) => row.name_key);
    };
    const computed = OLD_NAMES.map(([old]) => nameKey(old));
    expect(await keys()).toEqual(computed);
    await pool.query("update memory set name_key = null where workspace_id = $1", [scope.workspaceId]);
    for (const [, other] of OLD_NAMES)
      expect(await memories.save(scope, name(other, "New"))).toMatchObject({ operation: "updated" });
    expect(await memories.list(scope)).toHaveLength(OLD_NAMES.length);
  } finally {
    await close();
  }
});

it("gives old entries their keys in batches before a save, while others change the memory of the workspace", async () => {
  const { memories, pool, close } = createDatabase(process.env.DATABASE_URL ?? "");
  const other = await pool.connect();
  try {
    const scope = newScope();
    const kept = {
      ...FIELDS,
      id: "old",
      audience: "person",
      state: "active",
      source: null,
      reason: null,
    } as const;
    await memories.save(scope, kept);
    await pool.query(
      `insert into memory (workspace_id, id, audience, person_id, state, type, name, description, keywords, content, version, revision)
       select workspace_id, n::text, audience, person_id, state, type, 'Name ' || n, '', '{}', '', 1, revision
       from memory, generate_series(1, $2) n where workspace_id = $1`,
      [scope.workspaceId, 2 * MEMORY_KEYS_BATCH],
    );
    await pool.query("update memory set name_key = null where workspace_id = $1", [scope.workspaceId]);
    const missing = async (): Promise<unknown> => {
      const { rows } = await pool.query<{ readonly count: number }>(
        "select count(*)::int as count from memory where workspace_id = $1 and name_key is null",
        [scope.workspaceId],
      );
      return rows[0]?.count;
    };
    await other.query("begin");
    await other.query("select from memory_revision where workspace_id = $1 for update", [scope.workspaceId]);
    const statements = vi.spyOn(pool, "query");
    const saved = memories.save(scope, { ...kept, id: "new", content: "On the wall" });
    await expect.poll(missing).toBe(0);
    const largest = statements.mock.calls.map((call: readonly unknown[]) => {
      const values = call.flatMap((part) => (Array.isArray(part) ? part : []) as readonly unknown[]);
      return Math.max(0, ...values.map((value) => (Array.isArray(value) ? value.length : 0)));
    });
    expect(Math.max(...largest)).toBe(MEMORY_KEYS_BATCH);
    await other.query("commit");
    expect(await saved).toMatchObject({ operation: "updated", entry: { id: "old" } });
  } finally {
    other.release();
    await close();
  }
});
