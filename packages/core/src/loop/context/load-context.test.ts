import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createKeyRedactor } from "../../adapters/system/key-redactor.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import type { ContextSource, LoadedContext, SourceRun } from "../../ports/run-environment.ts";
import { defineTool } from "../../ports/tool.ts";
import { usableTokens } from "../../context/usable-tokens.ts";
import { buildTrace, testAgent } from "../../testing/builders.ts";
import { createLoopRun, type LoopRun } from "../../testing/loop-run.ts";
import { createScriptedModel } from "../../testing/scripted-model.ts";
import { loadContext } from "./load-context.ts";
import { projectContextSource } from "./project-context-source.ts";

const KEY = "sk-live-0123456789abcdef";
const look = defineTool({ name: "look", description: "d", input: z.object({}), execute: () => "" });
const silent = { agent: { ...testAgent, instructions: "" } };
const source = (loadedText: LoadedContext, more: Partial<ContextSource> = {}): ContextSource => ({
  ...{ slot: "project_context", trust: "untrusted", load: async () => loadedText },
  ...more,
});
const compaction: RunEventPayloads["compaction.finished"] = {
  ...{ compactionId: "c", reason: "asked", layer: "summarise", source: "model", focus: null },
  ...{ beforeTokens: 9, afterTokens: 3, ratio: 1 / 3, messagesFolded: 1, fromSequence: 1 },
  ...{ toSequence: 1, archiveBlob: null, cost: null, callId: null, markerBlob: "marker" },
  ...{ attachmentsBlob: "attachments", summaryBlob: "summary", ledger: [] },
  headTokens: { marker: 1, attachments: 1, summary: 1 },
};
const set = (run: LoopRun, slot: string, text: string, more: Record<string, unknown>): unknown => ({
  ...{ kind: "event", type: "context.set", goalId: "root" },
  data: { slot, blob: run.context.ports.hash.sha256(text), tokens: text.length, ...more },
});

describe("loadContext", () => {
  it("records instructions, project context and tools in the order of a request", async () => {
    const run = await createLoopRun({
      tools: [look],
      environment: { sources: [source({ text: "Rules", source: "/work" })] },
    });
    await loadContext(run.context);
    const tools = run.context.texts.get("tools");
    expect(tools).toContain('"look"');
    expect(await run.written()).toEqual([
      set(run, "instructions", "Work carefully.", { source: "agent general", trust: "workspace" }),
      set(run, "project_context", "Rules", { source: "/work", trust: "untrusted" }),
      set(run, "tools", tools, { source: "1 tool", trust: "workspace" }),
    ]);
    const types = run.commits[0]?.blobs.map(({ mediaType }) => mediaType);
    expect(types).toEqual(["text/markdown", "text/markdown", "application/json"]);
  });

  it("records a text again only when it changed, and its removal once", async () => {
    let text = "Rules";
    const changing = source({ text, source: "/work" }, { load: async () => ({ text, source: "/work" }) });
    const run = await createLoopRun({ trace: silent, environment: { sources: [changing] } });
    const trust = { source: "/work", trust: "untrusted" };
    for (const next of ["", "Rules", "Rules", "Other", "", ""]) {
      text = next;
      await loadContext(run.context);
      expect(run.context.texts.get("project_context")).toBe(next);
    }
    expect(await run.written()).toEqual([
      set(run, "project_context", "Rules", trust),
      set(run, "project_context", "Other", trust),
      set(run, "project_context", "", trust),
    ]);
  });

  it("keeps a text that conversations keep until the next compaction, with its trust", async () => {
    let text = "One";
    const load = async (): Promise<LoadedContext> => ({ text, source: "skills", trust: "untrusted" });
    const kept = source(
      { text: "", source: "" },
      { slot: "core_skill", trust: "workspace", keeps: "until_compaction", load },
    );
    const run = await createLoopRun({ trace: silent, environment: { sources: [kept] } });
    const loaded = async (): Promise<string> => {
      await loadContext(run.context);
      await run.written();
      return run.context.texts.get("core_skill");
    };
    expect(await loaded()).toBe("One");
    text = "Two";
    expect(await loaded()).toBe("One");
    run.context.writer.stage({
      kind: "event",
      type: "compaction.finished",
      goalId: "root",
      data: compaction,
    });
    expect(await loaded()).toBe("Two");
    text = "Three";
    expect(await loaded()).toBe("Two");
    const more = { source: "skills", trust: "untrusted" };
    expect(
      (await run.written()).filter(({ kind, ...entry }) => "type" in entry && entry.type === "context.set"),
    ).toEqual([set(run, "core_skill", "One", more), set(run, "core_skill", "Two", more)]);
  });

  it("keeps a text that conversations keep to their end through compactions", async () => {
    let text = "One";
    const load = async (): Promise<LoadedContext> => ({ text, source: "profile" });
    const kept = source({ text: "", source: "" }, { slot: "profile", keeps: "conversation", load });
    const run = await createLoopRun({ trace: silent, environment: { sources: [kept] } });
    await loadContext(run.context);
    text = "Two";
    run.context.writer.stage({
      kind: "event",
      type: "compaction.finished",
      goalId: "root",
      data: compaction,
    });
    await run.written();
    await loadContext(run.context);
    expect(run.context.texts.get("profile")).toBe("One");
  });

  it("masks secrets in the text and in the paths of its files", async () => {
    const block = `# Rules ${KEY}`;
    const layer = { path: `/${KEY}`, characters: 9, shownCharacters: 8, block, trust: "untrusted" } as const;
    const run = await createLoopRun({
      trace: silent,
      environment: {
        redactor: createKeyRedactor({ key: [KEY] }),
        sources: [source({ text: block, source: "/work", layers: [layer] })],
      },
    });
    await loadContext(run.context);
    const stored = {
      ...{ path: "/[redacted:key#1]", characters: 9, shownCharacters: 8 },
      ...{ tokens: block.length, trust: "untrusted" },
    };
    const text = "# Rules [redacted:key#1]";
    expect(run.context.texts.get("project_context")).toBe(text);
    expect(await run.written()).toEqual([
      set(run, "project_context", text, { source: "/work", trust: "untrusted", layers: [stored] }),
    ]);
  });

  it("passes the run, its tools and the smallest window of its models to the sources", async () => {
    const seen: SourceRun[] = [];
    const watching = source(
      { text: "", source: "" },
      { load: async (of) => (seen.push(of), { text: "", source: "" }) },
    );
    const clients = [9_000, 7_000, 8_000].map((contextWindow, index) =>
      createScriptedModel([], { contextWindow, reference: `model ${index}` }),
    );
    const run = await createLoopRun({ clients, tools: [look], environment: { sources: [watching] } });
    await loadContext(run.context);
    const count = run.context.ports.tokenizer.count;
    const front = [run.context.texts.get("instructions"), run.context.texts.get("tools")];
    const used = front.reduce((sum, text) => sum + count(text), 0);
    expect(used).toBeGreaterThan(0);
    expect(seen).toEqual([
      {
        ...{ trace: run.context.trace, tools: [look], smallestWindow: 7_000 },
        ...{ tokensLeft: usableTokens(7_000) - used, count: expect.any(Function) as unknown },
        touchedFolders: [],
      },
    ]);
  });

  it("leaves errors of a source to the caller", async () => {
    const broken = source(
      { text: "", source: "" },
      { load: async () => await Promise.reject(new Error("no")) },
    );
    const run = await createLoopRun({ environment: { sources: [broken] } });
    await expect(loadContext(run.context)).rejects.toThrow("no");
  });
});

describe("projectContextSource", () => {
  const load = async (
    projectFolder: string | null,
    files: readonly { readonly path: string; readonly text: string }[],
    tokensLeft = 100_000,
  ): Promise<LoadedContext> => {
    const folders: string[] = [];
    const projectContext = projectContextSource(async (folder) => (folders.push(folder), files));
    expect([projectContext.slot, projectContext.trust]).toEqual(["project_context", "untrusted"]);
    const trace = buildTrace({ id: "trace", projectFolder });
    const result = await projectContext.load({
      ...{ trace, tools: [], smallestWindow: tokensLeft, tokensLeft },
      ...{ count: (text: string) => text.length, touchedFolders: [] },
    });
    expect(folders).toEqual(projectFolder === null ? [] : [projectFolder]);
    return result;
  };

  it("gives nothing without a folder or without files", async () => {
    expect(await load(null, [])).toEqual({ text: "", source: "" });
    expect(await load("/work", [])).toEqual({ text: "", source: "/work" });
  });

  it("gives the rules of the folder, as far as they fit what instructions and tools leave", async () => {
    const { text, source: from, layers } = await load("/work", [{ path: "AGENTS.md", text: "Be kind." }]);
    expect(text).toContain("Be kind.");
    expect([from, layers?.length]).toEqual(["/work", 1]);
    expect(layers?.[0]).toMatchObject({ path: "AGENTS.md", characters: 8, shownCharacters: 8 });
    const small = await load("/work", [{ path: "AGENTS.md", text: "word ".repeat(900) }], 1_000);
    expect(small.layers?.[0]?.shownCharacters).toBeLessThan(900);
  });
});
