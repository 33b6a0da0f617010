import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createKeyRedactor } from "../../adapters/system/key-redactor.ts";
import type { EntryDraft } from "../../log/entry.ts";
import { defineTool, type RecordableEvent, type Tool, type ToolResult } from "../../ports/tool.ts";
import { createLoopRun, type LoopRun } from "../../testing/loop-run.ts";
import { createScriptedModel } from "../../testing/scripted-model.ts";
import { finalizeCall } from "./finalize-call.ts";

const KEY = "sk-live-0123456789abcdef";

describe("finalizeCall", () => {
  const call = { id: "call", name: "look", arguments: "{}" };
  const open = { call, goalId: "goal", started: null };
  const finalize = async (
    result: ToolResult,
    options: Parameters<typeof createLoopRun>[0] & { readonly events?: readonly RecordableEvent[] } = {},
  ): Promise<LoopRun & { readonly entries: readonly EntryDraft[] }> => {
    const run = await createLoopRun({
      environment: { redactor: createKeyRedactor({ key: [KEY] }) },
      ...options,
    });
    finalizeCall(run.context, open, {
      ...{ outcome: "ok", result, durationMs: 5, events: options.events ?? [] },
    });
    return { ...run, entries: await run.written() };
  };
  const message = (more: Record<string, unknown>): unknown => ({
    ...{ kind: "message", role: "tool", goalId: "goal", toolCallId: "call", toolName: "look" },
    ...{ outcome: "ok", trust: "untrusted", durationMs: 5, ...more },
  });
  const tool = (more: Partial<Tool> = {}): Tool =>
    defineTool({ name: "look", description: "d", input: z.object({}), execute: () => "", ...more });

  it("records the result with its optional parts, masked", async () => {
    const { entries } = await finalize({ title: `t ${KEY}`, output: `o ${KEY}` });
    const output = "o [redacted:key#1]";
    const title = "t [redacted:key#1]";
    expect(entries).toEqual([message({ title, output, tokens: output.length, description: title })]);
    const parts = [{ type: "text", text: "a" }] as const;
    const all = { longTermMemory: "m", parts, metadata: { exit: 0 } };
    const full = await finalize({ title: "t", output: "o", ...all });
    expect(full.entries).toEqual([message({ title: "t", output: "o", tokens: 1, description: "t", ...all })]);
  });

  it("masks the command of a process", async () => {
    const started = { processId: "p", command: `curl -H ${KEY}`, sandboxed: true };
    const { entries } = await finalize(
      { title: "t", output: "o" },
      { events: [{ type: "process.started", data: started }] },
    );
    expect(entries[0]).toMatchObject({
      type: "process.started",
      data: { command: "curl -H [redacted:key#1]" },
    });
  });

  it("trusts the result as much as its tool declares", async () => {
    const { entries } = await finalize(
      { title: "t", output: "o" },
      { tools: [tool({ trust: "workspace" })] },
    );
    expect(entries).toMatchObject([{ trust: "workspace" }]);
    const undeclared = await finalize({ title: "t", output: "o" }, { tools: [tool()] });
    expect(undeclared.entries).toMatchObject([{ trust: "untrusted" }]);
  });

  it("records the events of the call before its result", async () => {
    const change = { path: "a", beforeBlob: null, afterBlob: "1", added: 1, removed: 0 };
    const { entries } = await finalize(
      { title: "t", output: "o" },
      {
        events: [
          { type: "goals.changed", operations: [] },
          { type: "todos.changed", data: { todos: [] } },
          { type: "file.changed", data: change },
          { type: "file.read", data: { path: "a", sha256: "1" } },
          { type: "compaction.requested", focus: "numbers" },
        ],
      },
    );
    const event = (type: string, data: Record<string, unknown>): unknown => ({
      ...{ kind: "event", type, goalId: "goal", data },
    });
    const toolCallId = "call";
    expect(entries.slice(0, -1)).toEqual([
      event("goals.changed", { operations: [], toolCallId }),
      event("todos.changed", { todos: [] }),
      event("file.changed", { ...change, toolCallId }),
      event("file.read", { path: "a", sha256: "1", toolCallId }),
      event("compaction.requested", {
        ...{ by: "model", focus: "numbers", toolCallId, signalId: null, personId: null },
      }),
    ]);
    expect(entries.at(-1)).toMatchObject({ role: "tool" });
  });

  /** Usable 60,000 tokens; a token is a character. */
  const model = createScriptedModel([], { contextWindow: 64_096, reference: "model" });

  it("stores a long result as a blob of the same commit and shows a preview", async () => {
    const output = "x".repeat(40_000);
    const run = await finalize({ title: "t", output }, { clients: [model] });
    const [spilled, shown] = run.entries;
    const text = shown?.kind === "message" && shown.role === "tool" ? shown.output : "";
    const blob = run.context.ports.hash.sha256(output);
    expect(text.length).toBeLessThanOrEqual(30_000);
    expect(text).toContain(blob.slice(0, 16));
    expect(spilled).toEqual({
      ...{ kind: "event", type: "result.spilled", goalId: "goal" },
      data: {
        ...{ toolCallId: "call", toolName: "look", blob, characters: output.length },
        ...{ shownCharacters: text.replaceAll(/[^x]/g, "").length, tokens: text.length },
      },
    });
    expect(shown).toMatchObject({ tokens: text.length });
    expect(run.commits).toHaveLength(1);
    expect(run.commits[0]?.blobs).toEqual([
      { sha256: blob, mediaType: "text/plain", encoding: "utf8", text: output },
    ]);
    const short = await finalize({ title: "t", output: output.slice(20_000) }, { clients: [model] });
    expect(short.entries).toHaveLength(1);
  });

  const shownLength = async (options: Parameters<typeof createLoopRun>[0]): Promise<number> => {
    const { entries } = await finalize({ title: "t", output: "x".repeat(50_000) }, options);
    const last = entries.at(-1);
    return last?.kind === "message" && last.role === "tool" ? last.output.length : 0;
  };

  it("shows less in a small window or with many calls, and more up to the tool's own limit", async () => {
    const small = createScriptedModel([], { contextWindow: 32_096, reference: "small" });
    const alone = await shownLength({ clients: [small] });
    expect(alone).toBeLessThan(await shownLength({ clients: [model] }));
    expect(await shownLength({ clients: [model, small] })).toBe(alone);
    expect(await shownLength({ clients: [small, model] })).toBe(alone);
    const three = [{ id: "call" }, {}, {}];
    const shared = await shownLength({
      clients: [small],
      log: (log) => void log.assistant({ calls: three }),
    });
    expect(shared).toBeLessThan(alone);
    const own = await shownLength({ clients: [small], tools: [tool({ spillCharacters: 60_000 })] });
    expect(own).toBeGreaterThan(alone);
  });

  it("shows less where the run's thresholds leave less room for the tool's own limit", async () => {
    const tools = [tool({ spillCharacters: 200_000 })];
    const limited = createScriptedModel([], {
      ...{ contextWindow: 64_096, reference: "limited", thresholds: { summariseAbove: 10_000 } },
    });
    const wide = createScriptedModel([], { contextWindow: 200_000, reference: "wide" });
    const less = await shownLength({ clients: [limited], tools });
    expect(less).toBeLessThan(await shownLength({ clients: [model], tools }));
    // The thresholds of the model with the smallest window count.
    expect(await shownLength({ clients: [wide, limited], tools })).toBe(less);
  });
});
