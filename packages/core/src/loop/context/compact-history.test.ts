import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { EntryDraft } from "../../log/entry.ts";
import type { AgentSnapshot } from "../../log/trace.ts";
import { defineTool } from "../../ports/tool.ts";
import { testAgent, type LogBuilder } from "../../testing/builders.ts";
import { createLoopRun, type LoopRun } from "../../testing/loop-run.ts";
import {
  answered,
  createScriptedModel,
  failedAttempt,
  type ScriptedModel,
  type ScriptedReply,
} from "../../testing/scripted-model.ts";
import { MAX_SUMMARY_ATTEMPTS, MAX_SUMMARY_TOKENS } from "../../tunables.ts";
import { startBackgroundSummary } from "../background-summary.ts";
import type { CallShape } from "../model/call-shape.ts";
import { compactHistory, type CompactionRequest } from "./compact-history.ts";
import { loadContext } from "./load-context.ts";

const SUMMARY = "Two herons were counted.";
const ASKED: CompactionRequest = { reason: "asked", focus: "numbers" };
const look = defineTool({ name: "look", description: "Looks.", input: z.object({}), execute: () => "" });
const agent: AgentSnapshot = {
  ...testAgent,
  limits: { ...testAgent.limits, compaction: { prepareAbove: 1_000, summariseAbove: 100_000 } },
};

const long = (log: LogBuilder): void => {
  log.goals({ op: "focused", goalId: "root" });
  for (let step = 0; step < 6; step += 1) {
    log.user(`${step} `.repeat(450));
    log.assistant({ text: "y".repeat(300) });
  }
};

type Compacting = LoopRun & { readonly model: ScriptedModel; readonly call: CallShape };

async function compacting(
  replies: readonly ScriptedReply[],
  options: Parameters<typeof createLoopRun>[0] & {
    readonly window?: number;
    readonly call?: Partial<CallShape>;
  } = {},
): Promise<Compacting> {
  const model = createScriptedModel(replies, { contextWindow: options.window ?? 128_000 });
  const run = await createLoopRun({
    ...{ log: long, tools: [look], clients: [model] },
    ...options,
    trace: { agent, ...options.trace },
  });
  await loadContext(run.context);
  const call: CallShape = { purpose: "step", withTools: true, client: model, quirks: "default" };
  return { ...run, model, call: { ...call, ...options.call } };
}
const find = <Type extends string>(written: readonly EntryDraft[], type: Type) =>
  written.find(
    (entry): entry is Extract<EntryDraft, { type: Type }> => entry.kind === "event" && entry.type === type,
  );

describe("compactHistory", () => {
  it("asks the model for a summary with the cached history, the tools and the focus", async () => {
    const run = await compacting([answered({ text: SUMMARY })]);
    expect(await compactHistory(run.context, run.call, ASKED)).toBe(true);
    const written = await run.written();
    const started = find(written, "call.started");
    const request = JSON.parse(run.model.requests[0]?.body ?? "") as {
      messages: { role: string; content: string }[];
    };
    expect(request).toMatchObject({
      tools: [{ function: { name: "look" } }],
      tool_choice: "none",
      stream: true,
    });
    const asked = request.messages.at(-1)?.content ?? "";
    expect(asked).toContain(
      `- At most ${MAX_SUMMARY_TOKENS} tokens in total. Requested focus, to keep above all: numbers`,
    );
    expect(asked).toMatch(/^<runtime-request>[^]*<\/runtime-request>$/u);
    const tail = run.context.ports.hash.sha256(asked);
    expect(started).toMatchObject({
      ...{ goalId: "root" },
      data: { purpose: "summary", step: 7, request: { tailBlob: tail, model: "wire-model" } },
    });
    const blobs = run.commits.flatMap((batch) => batch.blobs);
    expect(blobs.find(({ sha256 }) => sha256 === tail)).toMatchObject({
      mediaType: "text/plain",
      text: asked,
    });
    const callId = started?.data.callId;
    expect(find(written, "call.finished")?.data).toMatchObject({ callId, purpose: "summary" });
    const finished = find(written, "compaction.finished")?.data;
    expect(finished).toMatchObject({
      ...{ reason: "asked", source: "model", focus: "numbers", callId },
      compactionId: expect.any(String) as unknown,
    });
    const summary = run.context.history.blobText(finished?.summaryBlob ?? "");
    expect(summary).toContain(SUMMARY);
    expect(blobs.find(({ sha256 }) => sha256 === finished?.summaryBlob)).toMatchObject({
      ...{ mediaType: "text/markdown", text: summary },
    });
    expect(run.context.history.view.head?.summaryBlob).toBe(finished?.summaryBlob);
  });

  it("sends the request without tools where the call has none, and without a focus if none was requested", async () => {
    const run = await compacting([answered({ text: SUMMARY })], { call: { withTools: false } });
    await compactHistory(run.context, run.call, { reason: "asked", focus: null });
    expect(run.model.requests[0]?.body).not.toContain("tool_choice");
    expect(run.model.requests[0]?.body).toMatch(/tokens in total\. \\n<\/runtime-request>/u);
  });

  it("asks for less in a small window", async () => {
    const run = await compacting([answered({ text: SUMMARY })], { window: 16_000 });
    await compactHistory(run.context, run.call, ASKED);
    expect(run.model.requests[0]?.body).toContain("At most 2000 tokens");
  });

  it("commits the request before it is sent", async () => {
    const commits: number[] = [];
    const run: Compacting = await compacting([
      () => (commits.push(run.commits.length), answered({ text: SUMMARY })),
    ]);
    await compactHistory(run.context, run.call, ASKED);
    expect(commits).toEqual([1]);
    expect(run.commits[0]?.entries.at(-1)).toMatchObject({ type: "call.started" });
  });

  it("lets code write the summary when the model fails after few attempts", async () => {
    const refusal = failedAttempt({ retry: "as_text" });
    for (const [replies, attempts] of [
      [[failedAttempt(), failedAttempt(), answered()], MAX_SUMMARY_ATTEMPTS],
      [[refusal, answered()], 1],
    ] as const) {
      const run = await compacting(replies);
      await compactHistory(run.context, run.call, ASKED);
      const written = await run.written();
      expect(run.model.requests).toHaveLength(attempts);
      expect(find(written, "compaction.failed")?.data).toMatchObject({ problem: "failed" });
      expect(find(written, "compaction.finished")?.data).toMatchObject({ source: "extractive" });
      const failures = written.flatMap((entry) =>
        entry.kind === "event" && entry.type === "call.attempt_failed" ? [entry.data] : [],
      );
      expect(failures.map(({ attempt }) => attempt)).toEqual(attempts === 1 ? [1] : [1, 2]);
      expect(failures.some((failure) => "fallback" in failure)).toBe(false);
    }
  });

  it("lets code write the summary of a run that makes only one call", async () => {
    const run = await compacting([answered()], { trace: { mode: "call" } });
    await compactHistory(run.context, run.call, ASKED);
    expect(run.model.requests).toEqual([]);
    expect(find(await run.written(), "compaction.finished")?.data).toMatchObject({
      ...{ source: "extractive", callId: null },
    });
  });

  it("continues the summary before it", async () => {
    const second = "Three ducks were counted.";
    const run = await compacting([
      answered({ text: SUMMARY }),
      failedAttempt({ retry: "no" }),
      answered({ text: second }),
    ]);
    await compactHistory(run.context, run.call, ASKED);
    const { writer, history } = run.context;
    const parts = [{ type: "text", text: "z".repeat(3_000) }] as const;
    for (let step = 0; step < 3; step += 1) {
      const user = { kind: "message", role: "user", author: "person", goalId: "root" } as const;
      writer.stage({ ...user, parts, description: "", tokens: 3_000 });
      const answer = {
        callId: "c",
        text: "y",
        reasoning: "",
        toolCalls: [],
        model: "m",
        cost: null,
      } as const;
      writer.stage({
        ...{ kind: "message", role: "assistant", goalId: "root", ...answer, finishReason: "stop" },
        ...{ durationMs: 0, firstTokenMs: null, description: "" },
        usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0, estimated: true },
      });
    }
    await compactHistory(run.context, run.call, ASKED);
    const head = history.view.head?.summaryBlob ?? "";
    expect(history.view.epoch).toBe(2);
    // The model failed, so code carried the earlier summary over.
    expect(history.blobText(head)).toContain("Two herons were counted.");
  });

  it("takes a background summary that is ready, and discards it if a focus was requested", async () => {
    const prepared = async (focus: string | null): Promise<readonly EntryDraft[]> => {
      const run = await compacting([answered({ text: SUMMARY }), answered({ text: "Other." })]);
      (await startBackgroundSummary(run.context, run.call))?.();
      await run.context.background.pending?.ended;
      await compactHistory(run.context, run.call, { reason: "asked", focus });
      expect(run.context.background.pending).toBeNull();
      return await run.written();
    };
    const taken = await prepared(null);
    expect(find(taken, "compaction.finished")?.data).toMatchObject({
      ...{ source: "model", callId: find(taken, "call.started")?.data.callId },
    });
    expect(find(taken, "compaction.discarded")).toBeUndefined();
    const discarded = await prepared("numbers");
    expect(find(discarded, "compaction.discarded")?.data).toMatchObject({
      ...{ why: "superseded", callId: find(discarded, "call.started")?.data.callId },
    });
  });

  it("changes nothing below the threshold", async () => {
    const run = await compacting([]);
    expect(await compactHistory(run.context, run.call, { reason: "threshold", focus: null })).toBe(false);
    expect((await run.written()).map((entry) => entry.kind === "event" && entry.type)).toEqual([
      ...["context.set", "context.set"],
    ]);
  });
});
