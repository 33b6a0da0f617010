import { nameKey } from "@goaltrace/core/memory";
import { describeMemoryStoreContract } from "@goaltrace/core/testing";
import type { MemoryFields, MemoryStore, NewMemory, Scope } from "@goaltrace/core/ports";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { createDatabase } from "../database.ts";
import { newEntry, newScope, newTrace } from "../testing/fixture.ts";

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
    await pool.query(await migratedKeys());
    expect(await keys()).toEqual(computed.map((key, index) => ([0, 1, 3].includes(index) ? key : null)));
    for (const [, other] of OLD_NAMES)
      expect(await memories.save(scope, name(other, "New"))).toMatchObject({ operation: "updated" });
    expect(await memories.list(scope)).toHaveLength(OLD_NAMES.length);
  } finally {
    await close();
  }
});

/** The statement that gives old entries their keys. */
async function migratedKeys(): Promise<string> {
  const file = "../../../../prisma/migrations/20261126203000_memory_name_keys/migration.sql";
  const sql = await readFile(new URL(file, import.meta.url), "utf8");
  return /^UPDATE[^;]+;/mu.exec(sql)?.[0] ?? "";
}
