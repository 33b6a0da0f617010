import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { EntryDraft } from "../../log/entry.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import { finalNotePrompt } from "../../prompts/generated/final-note.ts";
import { tailPrompt } from "../../prompts/generated/tail.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { defineTool } from "../../ports/tool.ts";
import { testAgent, type LogBuilder } from "../../testing/builders.ts";
import { createLoopRun, type LoopRun } from "../../testing/loop-run.ts";
import { createScriptedModel } from "../../testing/scripted-model.ts";
import type { CallShape } from "../model/call-shape.ts";
import { callInput, fixedParts } from "./call-input.ts";
import { compactOnRequest } from "./compact-on-request.ts";
import { loadContext } from "./load-context.ts";

const look = defineTool({ name: "look", description: "d", input: z.object({}), execute: () => "" });
const client = createScriptedModel([], { contextWindow: 9_000, wireName: "wire" });
const shape: CallShape = { purpose: "step", withTools: true, client, quirks: "default" };
const note: RunEventPayloads["loop.detected"] = {
  ...{ detector: "same_call", action: "noted", count: 3, sequences: [], evidence: "look {}" },
};

async function loaded(options: Parameters<typeof createLoopRun>[0] = {}): Promise<LoopRun> {
  const run = await createLoopRun({ tools: [look], clients: [client], ...options });
  await loadContext(run.context);
  return run;
}

describe("callInput", () => {
  it("contains the loaded texts in order with their blobs, and the tools apart", async () => {
    const { context } = await loaded({
      environment: {
        sources: [
          {
            ...{ slot: "project_context", trust: "untrusted" },
            load: async () => ({ text: "Rules", source: "/work" }),
          },
        ],
      },
    });
    const tools = context.texts.get("tools");
    const text = (kind: string, value: string): unknown => ({
      ...{ kind, text: value, blob: context.ports.hash.sha256(value), tokens: value.length },
    });
    expect(callInput(context, shape)).toEqual({
      ...{ model: "wire", window: 9_000, quirks: "default", tail: null, sentUpTo: 0 },
      changedAt: context.state.contextChangedAt,
      system: [text("instructions", "Work carefully."), text("project_context", "Rules")],
      tools: text("tools", tools),
      parameters: '{"stream":true,"stream_options":{"include_usage":true}}',
      sha256: expect.any(Function) as unknown,
    });
    expect(callInput(context, shape).sha256("a")).toBe(context.ports.hash.sha256("a"));
  });

  it("leaves out the tools of a call without them, whatever the format", async () => {
    const { context } = await loaded();
    for (const quirks of ["default", "default+text-tools"]) {
      const input = callInput(context, { ...shape, quirks, withTools: false });
      expect(input.tools).toBeNull();
      expect(input.system.map(({ kind }) => kind)).toEqual(["instructions"]);
    }
  });

  it("describes the tools as text where the endpoint has no native ones", async () => {
    const run = await loaded();
    const input = callInput(run.context, { ...shape, quirks: "default+text-tools" });
    const text = run.context.texts.textTools()?.text ?? "";
    const blob = run.context.ports.hash.sha256(text);
    expect(input.tools).toBeNull();
    expect(input.system.slice(1)).toEqual([{ kind: "tools", text, blob, tokens: text.length }]);
    await run.written();
    expect(run.commits[0]?.blobs.find(({ sha256 }) => sha256 === blob)).toEqual({
      ...{ sha256: blob, mediaType: "text/markdown", encoding: "utf8", text },
    });
    const none = await loaded({ tools: [] });
    const without = callInput(none.context, { ...shape, quirks: "default+text-tools" });
    expect(without.system.map(({ kind }) => kind)).toEqual(["instructions"]);
    expect(callInput(none.context, shape).tools).toBeNull();
  });

  it("ends with the plan, pins, notes and the last steps, stored as a blob", async () => {
    const run = await loaded({
      trace: { agent: { ...testAgent, limits: { ...testAgent.limits, maxSteps: 3 } } },
      log: (log) => {
        log.user("Do it");
        log.assistant({ text: "a" });
        log.event({ type: "compaction.pinned", data: { signalId: "s", personId: null, text: "182 ms" } });
        log.event({ type: "loop.detected", data: note });
      },
    });
    const { tail } = callInput(run.context, { ...shape, purpose: "final" });
    const text = tail?.text ?? "";
    expect(text).toMatch(/- 182 ms.*You are repeating yourself.*This is the last call/su);
    expect(text).toContain(fillPrompt(tailPrompt.budget, { steps: "2" }));
    expect(callInput(run.context, shape).tail?.text).not.toContain(finalNotePrompt.user);
    await run.written();
    expect(run.commits[0]?.blobs.find(({ sha256 }) => sha256 === tail?.blob)).toEqual({
      ...{ sha256: tail?.blob, mediaType: "text/plain", encoding: "utf8", text },
    });
  });

  it("shows pins until a summary includes them", async () => {
    const pin = (log: LogBuilder, text: string): void => {
      log.event({ type: "compaction.pinned", data: { signalId: "s", personId: null, text } });
    };
    const compaction: RunEventPayloads["compaction.finished"] = {
      ...{ compactionId: "c", reason: "asked", layer: "summarise", source: "model", focus: null },
      ...{ beforeTokens: 9, afterTokens: 3, ratio: 1 / 3, messagesFolded: 1, fromSequence: 1 },
      ...{ toSequence: 1, archiveBlob: null, cost: null, callId: null, markerBlob: "m" },
      ...{ attachmentsBlob: "a", summaryBlob: "s", ledger: [] },
      headTokens: { marker: 1, attachments: 1, summary: 1 },
    };
    const { context } = await loaded({
      log: (log) => {
        log.user("Do it");
        pin(log, "old pin");
        log.event({ type: "compaction.finished", data: compaction });
        pin(log, "new pin");
      },
    });
    const text = callInput(context, shape).tail?.text;
    expect(text).toContain("- new pin");
    expect(text).not.toContain("old pin");
  });
});

describe("fixedParts", () => {
  it("counts the texts, the tools and the tail", async () => {
    const { context } = await loaded();
    const input = callInput(context, shape);
    const text = { kind: "instructions", text: "", blob: "", tokens: 30 } as const;
    const size = (more: Partial<typeof input>): number =>
      fixedParts({ ...input, system: [], tools: null, tail: null, ...more }, context).reduce(
        (sum, { tokens }) => sum + tokens,
        0,
      );
    expect(size({})).toBe(0);
    expect(size({ system: [text, { ...text, tokens: 4 }] })).toBe(34);
    expect(size({ tools: { ...text, tokens: 500 } })).toBe(500);
    expect(size({ tail: { text: "12345", blob: "" } })).toBe(5);
    expect(size({ system: [text], tools: text, tail: { text: "12345", blob: "" } })).toBe(65);
  });
});

describe("compactOnRequest", () => {
  const request = (by: "model" | "person") => (log: LogBuilder) => {
    for (let step = 0; step < 6; step += 1) {
      log.user("x".repeat(900));
      log.assistant({ text: "y".repeat(300) });
    }
    log.event({
      type: "compaction.requested",
      data: { by, focus: "numbers", toolCallId: null, signalId: null, personId: null },
    });
  };
  const summary = {
    text: "Notes.",
    reasoning: "",
    toolCalls: [],
    finishReason: "stop",
    usage: null,
  } as const;
  const compacted = async (
    log: (log: LogBuilder) => void,
    prepare: (run: LoopRun) => void = () => undefined,
  ): Promise<{ readonly written: readonly EntryDraft[]; readonly bodies: readonly string[] }> => {
    const model = createScriptedModel([{ ok: true, answer: { ...summary, firstTokenMs: null } }]);
    const run = await loaded({ log, clients: [model] });
    prepare(run);
    await compactOnRequest(run.context, { withTools: true });
    return { written: await run.written(), bodies: model.requests.map(({ body }) => body) };
  };
  const finished = (written: readonly EntryDraft[]): unknown =>
    written.find((entry) => entry.kind === "event" && entry.type === "compaction.finished");

  it("summarizes with the requested focus", async () => {
    const { written, bodies } = await compacted(request("person"));
    expect(finished(written)).toMatchObject({ data: { reason: "asked", focus: "numbers" } });
    expect(bodies[0]).toContain("numbers");
    expect(bodies[0]).toContain('"tools":');
    expect(bodies[0]).toContain('"tool_choice":"none"');
  });

  it("does nothing without a request", async () => {
    const { written } = await compacted((log) => void log.user("Do it"));
    expect(finished(written)).toBeUndefined();
  });

  it("ignores the model, but not a person, soon after a summary", async () => {
    const recently = (run: LoopRun): void => {
      run.context.history.view.summarizedAtStep = run.context.history.view.steps - 1;
    };
    expect(finished((await compacted(request("model"), recently)).written)).toBeUndefined();
    expect(finished((await compacted(request("person"), recently)).written)).toBeDefined();
    expect(finished((await compacted(request("model"))).written)).toBeDefined();
  });

  it("asks a model without native tools in its own format", async () => {
    const { bodies } = await compacted(request("person"), (run) => {
      run.context.state.textModels.add("test-model");
    });
    expect(bodies[0]).not.toContain('"tools":');
    expect(bodies[0]).toContain('"stop":["\\nObservation"]');
    expect(bodies[0]).not.toContain("tool_choice");
  });
});
