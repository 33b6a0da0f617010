import { describeMemoryStoreContract } from "@goaltrace/core/testing";
import type { MemoryFields, MemoryStore, Scope } from "@goaltrace/core/ports";
import { randomUUID } from "node:crypto";
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
