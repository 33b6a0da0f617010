import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createKeyRedactor } from "../adapters/system/index.ts";
import { GoaltraceError } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import type { Trace } from "../log/trace.ts";
import { createTestIds } from "../testing/builders.ts";
import { exportLines } from "./jsonl.ts";
import type { TraceStore } from "../ports/trace-store.ts";
import { prepareImport } from "./prepare-import.ts";
import { storeImports } from "./store-imports.ts";

const ids = createTestIds();
const SECRET = "sk-live-0123456789abcdef";
const redactor = createKeyRedactor({ "model-key": [SECRET] });
const scope = { workspaceId: "ours", personId: "importer" };
const entry = (sequence: number, text: string): Entry => ({
  ...{ id: `e${sequence}`, traceId: "t1", sequence, version: 1, at: 1_700_000_000_000, goalId: "root" },
  ...{
    kind: "message",
    role: "user",
    parts: [{ type: "text", text }],
    author: "person",
    description: text,
    tokens: 1,
  },
});
const trace: Trace = {
  ...{
    id: "t1",
    workspaceId: "theirs",
    personId: "someone",
    conversationId: "c",
    rootId: "t1",
    parentId: null,
  },
  ...{
    spawnedBy: null,
    origin: null,
    mode: "agent",
    models: ["a/b"],
    task: "Look",
    context: {},
    tags: ["kept"],
  },
  agent: {
    ...{ name: "general", instructions: "", strategy: "react", tools: "all" },
    limits: { maxSteps: 10, maxTokens: null, maxDurationMs: null },
  },
  ...{
    projectFolder: "/etc",
    createdAt: 1_700_000_000_000,
    status: "completed",
    waitingFor: null,
    phase: "idle",
  },
  ...{
    currentGoalId: null,
    lastSequence: 2,
    lastMessage: "",
    summary: null,
    failure: null,
    startedAt: null,
    endedAt: null,
  },
  totals: {
    ...{ messages: 99, modelCalls: 99, toolCalls: 0, errors: 0, inputTokens: 0, outputTokens: 0 },
    ...{ cachedTokens: 0, reasoningTokens: 0, cost: 99, durationMs: 0 },
  },
};
const file = (changes: Partial<Trace> = {}): string[] => [
  ...exportLines({
    trace: { ...trace, ...changes },
    blobs: [],
    entries: [entry(1, "Look"), entry(2, "Again")],
  }),
];

const prepared = async (lines: readonly string[], before = 0) =>
  await prepareImport({ lines, before }, { scope, ids, redactor });

describe("import of an exported trace", () => {
  it("assigns the trace to the importer and computes its totals from the entries", async () => {
    const stored: { trace: Trace; entries: readonly Entry[] }[] = [];
    const traces: Pick<TraceStore, "create"> = {
      create: async (_scope, created, entries) => {
        stored.push({ trace: created, entries });
        return await Promise.resolve();
      },
    };
    const done = await storeImports([await prepared(file())], { traces, ids });
    expect(done).toEqual([{ id: "t1", renamed: false }]);
    expect(stored[0]?.trace).toMatchObject({
      ...{
        workspaceId: "ours",
        personId: "importer",
        conversationId: null,
        projectFolder: null,
        tags: ["kept"],
      },
      ...{ status: "interrupted", lastSequence: 3, totals: { messages: 2, modelCalls: 0, cost: 0 } },
    });
    expect(stored[0]?.entries.at(-1)).toMatchObject({ type: "trace.finished" });
  });

  it("replaces an id that is in use, everywhere", async () => {
    const stored: readonly Entry[][] = [];
    const conflict = new GoaltraceError({ code: "CONFLICT", message: "exists", fix: "Use a new id." });
    const traces: Pick<TraceStore, "create"> = {
      create: async (_scope, created, entries) => {
        if (created.id === "t1") return await Promise.reject(conflict);
        (stored as Entry[][]).push([...entries]);
        return await Promise.resolve();
      },
    };
    const [done] = await storeImports([await prepared(file())], { traces, ids });
    expect(done?.renamed).toBe(true);
    expect(new Set(stored[0]?.map(({ traceId }) => traceId))).toEqual(new Set([done?.id]));
  });

  it("rests after each entry that it stores, also under new ids", async () => {
    let rests = 0;
    const rest = async (): Promise<void> => {
      rests += 1;
      return await Promise.resolve();
    };
    const conflict = new GoaltraceError({ code: "CONFLICT", message: "exists", fix: "Use a new id." });
    const restsBeforeCreate: number[] = [];
    const traces: Pick<TraceStore, "create"> = {
      create: async (_scope, created) => {
        restsBeforeCreate.push(rests);
        rests = 0;
        return created.id === "t1" ? await Promise.reject(conflict) : await Promise.resolve();
      },
    };
    const run = await prepareImport({ lines: file(), before: 0 }, { scope, ids, redactor, rest });
    rests = 0;
    await storeImports([run], { traces, ids });
    // Its two entries and its end.
    expect(restsBeforeCreate).toEqual([3, 3]);
  });

  it("reports the line of the file that cannot be read", async () => {
    const lines = ["", "", ...file(), "{broken"];
    await expect(prepared(lines)).rejects.toThrow(/Line 6/);
    await expect(prepared(lines, 100)).rejects.toThrow(/Line 106/);
    const [header = ""] = file({ origin: { kind: "continues", traceId: "t0", sequence: 4 } });
    await expect(prepared([header])).rejects.toThrow(/has no entries/);
    await expect(prepared(file({ createdAt: 1e300 }))).rejects.toThrow(/time is invalid/);
  });

  it("rejects values that no database accepts before storing anything", async () => {
    const withEntry = (changes: object): string[] =>
      file().map((line) => line.replace('"id":"e1"', `"id":"e1",${JSON.stringify(changes).slice(1, -1)}`));
    await expect(prepared(file({ tags: ["x".repeat(5_000)] }))).rejects.toThrow(/its tags/);
    await expect(prepared(file({ models: ["a\0b"] }))).rejects.toThrow(/model name/);
    await expect(prepared(withEntry({ id: "e\0" }))).rejects.toThrow(/invalid id/);
    await expect(
      prepared(file().map((line) => line.replace('"version":1,', '"version":1e12,'))),
    ).rejects.toThrow(/or version/);
    await expect(
      prepared(file().map((line) => line.replace('"at":1700000000000', '"at":1.5'))),
    ).rejects.toThrow(/invalid number/);
    await expect(prepared(file())).resolves.toBeDefined();
  });

  it("rejects a file with a secret of this server, including in bytes and behind escapes", async () => {
    const bytes = Buffer.from(`\0\xff${SECRET}\xff`, "latin1");
    const blob = {
      sha256: createHash("sha256").update(bytes).digest("hex"),
      ...{ mediaType: "image/png", encoding: "base64" as const, text: bytes.toString("base64") },
    };
    const entries = [entry(1, "Look")];
    await expect(prepared([...exportLines({ trace, blobs: [blob], entries })])).rejects.toThrow(
      /contains a secret/,
    );
    await expect(prepared(file({ summary: SECRET }))).rejects.toThrow(/header contains a secret/);
    const escaped = SECRET.replace("sk", "\\u0073k");
    await expect(prepared(file().map((line) => line.replace('"Again"', `"${escaped}"`)))).rejects.toThrow(
      /entry 2 contains a secret/,
    );
  });

  it("rejects content that does not match its hash or has malformed base64", async () => {
    const sha256 = createHash("sha256").update("the content").digest("hex");
    const blob = { sha256, mediaType: "text/plain", encoding: "utf8" as const, text: "the content" };
    const withBlob = (changes: object): string[] => [
      ...exportLines({ trace, blobs: [{ ...blob, ...changes }], entries: [entry(1, "Look")] }),
    ];
    await expect(prepared(withBlob({}))).resolves.toBeDefined();
    await expect(prepared(withBlob({ text: "other" }))).rejects.toThrow(/does not match its hash/);
    await expect(prepared(withBlob({ encoding: "base64", text: "not base64!" }))).rejects.toThrow(
      /does not match its hash/,
    );
  });
});
