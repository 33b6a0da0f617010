import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createKeyRedactor } from "../../adapters/system/key-redactor.ts";
import { defineTool } from "../../ports/tool.ts";
import type { ModelAnswer } from "../../ports/model-client.ts";
import { testUsage, type LogBuilder } from "../../testing/builders.ts";
import { createLoopRun, type LoopRun } from "../../testing/loop-run.ts";
import { answered, createScriptedModel } from "../../testing/scripted-model.ts";
import type { ModelCallResult } from "./call-model.ts";
import { recordAnswer } from "./record-answer.ts";

const KEY = "sk-live-0123456789abcdef";
const MARK = "[redacted:key#1]";
const look = defineTool({ name: "look", description: "d", input: z.looseObject({}), execute: () => "" });
const price = { input: 1_000_000, cachedInput: 0, output: 2_000_000 };
const client = createScriptedModel([], { price });

type Result = Exclude<ModelCallResult, { kind: "failed" }>;

async function record(result: Result, log?: (log: LogBuilder) => void): Promise<LoopRun> {
  const run = await createLoopRun({
    tools: [look],
    environment: { redactor: createKeyRedactor({ key: [KEY] }) },
    ...(log === undefined ? {} : { log }),
  });
  recordAnswer(run.context, { result, callId: "call", client, purpose: "step", estimatedInput: 7 });
  return run;
}
const result = (answer: Partial<ModelAnswer>, repetition: string | null = null): Result => ({
  ...{
    kind: "answered",
    answer: answered(answer).answer,
    attempts: 2,
    durationMs: 30,
    waitedMs: 0,
    repetition,
  },
});

describe("an answer", () => {
  it("becomes a message and the end of its call, with usage and cost", async () => {
    const run = await record(result({ text: "Yes.", reasoning: "Hm.", usage: testUsage, firstTokenMs: 4 }));
    const shared = { usage: testUsage, cost: 40 + 40, durationMs: 30, firstTokenMs: 4, finishReason: "stop" };
    expect(await run.written()).toEqual([
      {
        ...{ kind: "message", role: "assistant", goalId: "root", callId: "call", model: "test-model" },
        ...{ text: "Yes.", reasoning: "Hm.", toolCalls: [], description: "Yes.", ...shared },
      },
      {
        ...{ kind: "event", type: "call.finished", goalId: "root" },
        data: { callId: "call", purpose: "step", model: "test-model", attempts: 2, ...shared },
      },
    ]);
  });

  it("gets estimated usage if the provider sent none", async () => {
    const run = await record(result({ text: "Yes." }));
    const usage = {
      ...{ inputTokens: 7, outputTokens: 4, cachedTokens: 0, reasoningTokens: 0, estimated: true },
    };
    expect(await run.written()).toMatchObject([{ usage, cost: 15 }, { data: { usage, cost: 15 } }]);
  });

  it("records repairs of its calls, whose ids are unique in the log", async () => {
    const toolCalls = [
      { id: null, name: "look", arguments: "" },
      { id: "used", name: "look", arguments: "{}" },
    ];
    const run = await record(result({ toolCalls, finishReason: "tool_calls" }), (log) => {
      log.assistant({ calls: [{ id: "used" }] });
    });
    const [message, ...rest] = await run.written();
    const id = message?.kind === "message" && message.role === "assistant" ? message.toolCalls[0]?.id : "";
    expect(id).toMatch(/^call_[0-9a-f]{32}$/);
    const repaired = (data: Record<string, unknown>): unknown => ({
      ...{ kind: "event", type: "call.repaired", goalId: "root", data: { callId: "call", ...data } },
    });
    expect(message).toMatchObject({ toolCalls: [{ arguments: "{}" }, { id: "used_2" }] });
    expect(rest.slice(0, -1)).toEqual([
      repaired({ toolCallId: id, repair: "missing_id", before: "" }),
      repaired({ toolCallId: id, repair: "empty_arguments", before: "" }),
      repaired({ toolCallId: "used_2", repair: "duplicate_id", before: "used" }),
    ]);
  });

  it("is masked before its calls are checked and before its description is cut", async () => {
    const text = `${"x".repeat(110)} ${KEY}`;
    const toolCalls = [{ id: KEY, name: KEY, arguments: `{"a":"${KEY}"}` }];
    const run = await record(result({ text, reasoning: KEY, toolCalls }));
    const [message] = await run.written();
    const name = MARK.replaceAll(/[^a-z0-9]/g, "_");
    expect(message).toMatchObject({
      ...{ text: `${"x".repeat(110)} ${MARK}`, reasoning: MARK },
      toolCalls: [{ id: MARK, name, arguments: `{"a":"${MARK}"}`, problem: { kind: "unknown_tool" } }],
    });
    expect(JSON.stringify(await run.written())).not.toContain(KEY.slice(0, 6));
  });

  it("that a filter blocked makes no calls", async () => {
    const toolCalls = [{ id: "a", name: "look", arguments: "{}" }];
    const run = await record(result({ toolCalls, finishReason: "content_filter" }));
    expect((await run.written())[0]).toMatchObject({ toolCalls: [], finishReason: "content_filter" });
  });
});

describe("an answer at the output limit", () => {
  const limit = {
    ...{ kind: "event", type: "limit.reached", goalId: "root" },
    data: { limit: "output", used: 20, allowed: 20 },
  };
  const last = async (answer: Partial<ModelAnswer>): Promise<unknown> =>
    (await (await record(result({ usage: testUsage, ...answer }))).written()).at(-1);

  it("is recorded as such unless it was cut inside a call or ended without a limit", async () => {
    const toolCalls = [{ id: "a", name: "look", arguments: "{}" }];
    expect(await last({ finishReason: "length" })).toEqual(limit);
    expect(await last({ finishReason: "length", toolCalls })).toMatchObject({ type: "call.finished" });
    expect(await last({ finishReason: "stop" })).toMatchObject({ type: "call.finished" });
  });
});

describe("an answer that repeated itself", () => {
  const detection = (action: string, sequence: number, evidence: string): unknown => ({
    ...{ kind: "event", type: "loop.detected", goalId: "root" },
    data: { detector: "stream_repetition", action, count: 12, sequences: [sequence], evidence },
  });

  it("is noted at first and stops the run the second time", async () => {
    const run = await record(result({ finishReason: "length" }, "x".repeat(161)));
    expect((await run.written()).at(-1)).toEqual(detection("noted", 2, "x".repeat(160)));
    recordAnswer(run.context, {
      ...{ result: result({}, "again"), callId: "call", client, purpose: "step", estimatedInput: 7 },
    });
    expect((await run.written()).at(-1)).toEqual(detection("stopped", 5, "again"));
  });

  it("is noted after a loop of another kind", async () => {
    const run = await record(result({}, "again"), (log) => {
      const loop = {
        detector: "same_call",
        action: "noted",
        count: 3,
        sequences: [1],
        evidence: "e",
      } as const;
      log.event({ type: "loop.detected", data: loop });
    });
    expect((await run.written()).at(-1)).toMatchObject({ data: { action: "noted" } });
  });
});

describe("an answer that was canceled", () => {
  it("keeps the text that was streamed", async () => {
    const run = await record({ kind: "cancelled", partial: { text: "Yes, b", reasoning: "Hm" } });
    expect(await run.written()).toMatchObject([
      {
        ...{ role: "assistant", text: "Yes, b", reasoning: "Hm", toolCalls: [], finishReason: "other" },
        ...{ durationMs: 0, firstTokenMs: null },
      },
      { type: "call.finished", data: { attempts: 1, usage: { estimated: true }, durationMs: 0 } },
    ]);
  });

  it("leaves nothing if only reasoning was streamed", async () => {
    const run = await record({ kind: "cancelled", partial: { text: "", reasoning: "Hm" } });
    expect(await run.written()).toEqual([]);
  });
});
