import { describe, expect, it } from "vitest";
import { createKeyRedactor } from "../adapters/system/key-redactor.ts";
import { GoaltraceError } from "../errors.ts";
import type { EntryDraft } from "../log/entry.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import type { AgentSnapshot } from "../log/trace.ts";
import type { ModelOutcome, ModelRequest } from "../ports/model-client.ts";
import { testAgent, testRequest, type LogBuilder } from "../testing/builders.ts";
import { createLoopRun, type LoopRun } from "../testing/loop-run.ts";
import {
  answered,
  createScriptedModel,
  failedAttempt,
  type ScriptedModel,
  type ScriptedReply,
} from "../testing/scripted-model.ts";
import {
  BACKGROUND_SUMMARY_MIN_STEPS,
  MAX_SUMMARY_CHARACTERS,
  MAX_SUMMARY_TOKENS,
  STEPS_BETWEEN_SUMMARIES,
} from "../tunables.ts";
import {
  collectBackgroundSummary,
  startBackgroundSummary,
  stopBackgroundSummary,
} from "./background-summary.ts";
import type { CallShape } from "./model/call-shape.ts";

const KEY = "sk-live-0123456789abcdef";
const SUMMARY = "Two herons were counted.";
const DUE = { prepareAbove: 1_000, summariseAbove: 100_000 };

const agent = (limits: Partial<AgentSnapshot["limits"]> = {}): AgentSnapshot => ({
  ...testAgent,
  limits: { ...testAgent.limits, compaction: DUE, ...limits },
});
const long = (log: LogBuilder): void => {
  log.user("x".repeat(2_000));
  log.assistant({ text: "Working." });
};

type Summarizing = LoopRun & { readonly model: ScriptedModel; readonly call: CallShape };

/** A run whose next summary is due, and whose model replies with these. */
async function due(
  replies: readonly ScriptedReply[] = [],
  options: Parameters<typeof createLoopRun>[0] = {},
): Promise<Summarizing> {
  const model = createScriptedModel(replies, { price: { input: 1e6, cachedInput: 1e6, output: 1e6 } });
  const run = await createLoopRun({
    ...{ log: long, clients: [model] },
    ...options,
    environment: { redactor: createKeyRedactor({ key: [KEY] }) },
    trace: { agent: agent(), ...options.trace },
  });
  return {
    ...{ ...run, model },
    call: { purpose: "step", withTools: true, client: model, quirks: "default" },
  };
}

/** Starts the summary and waits until its call has ended. */
async function finished(
  reply: ScriptedReply,
  options: Parameters<typeof createLoopRun>[0] = {},
): Promise<Summarizing> {
  const run = await due([reply, reply], options);
  (await startBackgroundSummary(run.context, run.call))?.();
  await run.context.background.pending?.ended;
  return run;
}

/** A reply that arrives when the call is aborted. */
const untilAborted = async ({ signal }: ModelRequest): Promise<ModelOutcome> =>
  await new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(failedAttempt()), { once: true }),
  );

const isDue = async ({ context, call }: Summarizing, shape: Partial<CallShape> = {}): Promise<boolean> =>
  (await startBackgroundSummary(context, { ...call, ...shape })) !== null;
const types = (entries: readonly EntryDraft[]): unknown[] =>
  entries.map((entry) => (entry.kind === "event" ? entry.type : entry.role));
const discarded = (callId: string | undefined, why: string): unknown => ({
  ...{ kind: "event", type: "compaction.discarded", goalId: "root", data: { callId, why } },
});

describe("a background summary", () => {
  it("is requested with the history so far when the limit is near", async () => {
    const run = await due([answered({ text: SUMMARY })]);
    const send = await startBackgroundSummary(run.context, run.call);
    expect(run.model.requests).toEqual([]);
    expect(run.context.background.pending).toBeNull();
    const [started, ...rest] = await run.written();
    expect(rest).toEqual([]);
    expect(started).toMatchObject({
      ...{ kind: "event", type: "call.started", goalId: "root" },
      data: { purpose: "summary", step: 2, request: { ranges: [[1, 2]] } },
    });
    send?.();
    expect(run.context.background.pending?.toSequence).toBe(2);
    expect(run.model.requests).toHaveLength(1);
    expect(run.model.requests[0]?.body).toContain("<runtime-request>");
    expect(run.updates.filter(({ kind }) => kind !== "entry")).toEqual([]);
  });

  it("is not requested below the threshold, above the limit or without a message", async () => {
    const withSizes = async (prepareAbove: number, summariseAbove: number): Promise<boolean> =>
      await isDue(
        await due([], { trace: { agent: agent({ compaction: { prepareAbove, summariseAbove } }) } }),
      );
    const { tokens } = (await due()).context.history.view;
    expect(await withSizes(tokens - 1, tokens)).toBe(true);
    expect(await withSizes(tokens, tokens + 1)).toBe(false);
    expect(await withSizes(tokens - 2, tokens - 1)).toBe(false);
    expect(await isDue(await due([], { log: () => undefined }))).toBe(false);
  });

  it("is requested once at a time", async () => {
    const run = await due([untilAborted]);
    (await startBackgroundSummary(run.context, run.call))?.();
    expect(await isDue(run)).toBe(false);
  });

  it("is requested only with the calls of a run that continues", async () => {
    expect(await isDue(await due())).toBe(true);
    expect(await isDue(await due(), { purpose: "final" })).toBe(false);
    expect(await isDue(await due([], { trace: { mode: "call" } }))).toBe(false);
    for (const change of [
      { finalRequested: true },
      { stopped: true },
      { limit: { limit: "steps", used: 1, allowed: 1 } },
    ] as const) {
      const run = await due();
      Object.assign(run.context.state, change);
      expect(await isDue(run)).toBe(false);
    }
  });

  it("is not requested a few steps before the end", async () => {
    const withSteps = async (left: number): Promise<boolean> =>
      await isDue(await due([], { trace: { agent: agent({ maxSteps: 1 + left }) } }));
    expect(await withSteps(BACKGROUND_SUMMARY_MIN_STEPS + 1)).toBe(true);
    expect(await withSteps(BACKGROUND_SUMMARY_MIN_STEPS)).toBe(false);
  });

  it("is not requested if a few calls of its size would use up the tokens of the run", async () => {
    const report = { segments: [], exact: false, window: 1_000, dropped: [] };
    const summarized = (log: LogBuilder): void => {
      const compaction: RunEventPayloads["compaction.finished"] = {
        ...{ compactionId: "c", reason: "asked", layer: "summarise", source: "model", focus: null },
        ...{ beforeTokens: 9, afterTokens: 3, ratio: 1 / 3, messagesFolded: 1, fromSequence: 1 },
        ...{ toSequence: 1, archiveBlob: null, cost: null, callId: null, markerBlob: "m" },
        ...{ attachmentsBlob: "a", summaryBlob: "s", ledger: [] },
        headTokens: { marker: 100, attachments: 10, summary: 1 },
      };
      log.user("Do it");
      log.event({ type: "compaction.finished", data: compaction });
      for (let step = 0; step < STEPS_BETWEEN_SUMMARIES; step += 1) log.assistant({ text: "x".repeat(200) });
      const call = { callId: "call", purpose: "step", step: 1, request: testRequest } as const;
      const totalTokens = 3_000;
      log.event({ type: "call.started", data: { ...call, report: { ...report, totalTokens } } });
    };
    const used = STEPS_BETWEEN_SUMMARIES * 120;
    const each = 3_000 + MAX_SUMMARY_TOKENS;
    const allowed = used + each * BACKGROUND_SUMMARY_MIN_STEPS;
    const withTokens = async (maxTokens: number | null): Promise<boolean> =>
      await isDue(await due([], { log: summarized, trace: { agent: agent({ maxTokens }) } }));
    expect(await withTokens(allowed + 1)).toBe(true);
    expect(await withTokens(allowed)).toBe(false);
    expect(await withTokens(null)).toBe(true);
  });

  it("is not requested if the request would not fit", async () => {
    const model = createScriptedModel([], { contextWindow: 2_000 });
    const compaction = { prepareAbove: 10, summariseAbove: 100_000 };
    const log = (built: LogBuilder): void => void built.user("x".repeat(1_400));
    const run = await due([], { log, clients: [model], trace: { agent: agent({ compaction }) } });
    expect(await isDue(run, { client: model })).toBe(false);
    expect(await run.written()).toEqual([]);
  });

  it("is due earlier in a window whose provider counts more tokens", async () => {
    const compaction = { prepareAbove: 1_900 };
    const model = createScriptedModel([], { contextWindow: 4_000 });
    const options = { clients: [model], trace: { agent: agent({ compaction }) } };
    const plain = await due([], options);
    expect(await isDue(plain, { client: model })).toBe(true);
    const scaled = await due([], options);
    scaled.context.history.view.scale = 2;
    // Half the window leaves fewer tokens than the messages have, so the limit has passed.
    expect(await isDue(scaled, { client: model })).toBe(false);
  });
});

describe("collecting it", () => {
  it("gives nothing before one was requested or while it runs, and the prepared one afterwards", async () => {
    const run = await due([untilAborted]);
    expect(await collectBackgroundSummary(run.context, { waitMs: 6_000 })).toBe("none");
    (await startBackgroundSummary(run.context, run.call))?.();
    const { pending } = run.context.background;
    expect(await collectBackgroundSummary(run.context, { waitMs: null })).toBe("none");
    expect(run.context.background.pending).toBe(pending);
    const done = await finished(answered({ text: SUMMARY }));
    expect(await collectBackgroundSummary(done.context, { waitMs: null })).toBe("ready");
    expect(await collectBackgroundSummary(done.context, { waitMs: null })).toBe("ready");
    expect(done.context.background.pending).toBeNull();
  });

  it("records that its quota could not be counted, and is then no longer pending", async () => {
    const lost = new GoaltraceError({ code: "DATABASE_UNAVAILABLE", message: "No database.", fix: "Wait." });
    const run = await due([], { ports: { callQuota: { count: async () => await Promise.reject(lost) } } });
    (await startBackgroundSummary(run.context, run.call))?.();
    await run.context.background.pending?.ended;
    expect(await collectBackgroundSummary(run.context, { waitMs: null })).toBe("failed");
    expect((await run.written()).at(-1)).toMatchObject({
      ...{ type: "compaction.failed", data: { problem: "failed", message: "No database." } },
    });
    expect(run.context.background.pending).toBeNull();
  });

  it("waits for it on request", async () => {
    const run = await due([answered({ text: SUMMARY })]);
    (await startBackgroundSummary(run.context, run.call))?.();
    expect(await collectBackgroundSummary(run.context, { waitMs: 6_000 })).toBe("ready");
  });

  it("records a usable one with its text, masked, and its cost", async () => {
    const run = await finished(answered({ text: `${SUMMARY} ${KEY}`, firstTokenMs: 3 }));
    await collectBackgroundSummary(run.context, { waitMs: null });
    const [started, call, prepared, ...rest] = await run.written();
    const text = `${SUMMARY} [redacted:key#1]`;
    const data = started?.kind === "event" && started.type === "call.started" ? started.data : null;
    const inputTokens = data?.report.totalTokens ?? 0;
    const outputTokens = SUMMARY.length + 1 + KEY.length;
    const cost = inputTokens + outputTokens;
    expect(call).toEqual({
      ...{ kind: "event", type: "call.finished", goalId: "root" },
      data: {
        ...{ callId: data?.callId, purpose: "summary", model: "test-model", attempts: 1 },
        ...{ finishReason: "stop", cost, durationMs: 0, firstTokenMs: 3 },
        usage: { inputTokens, outputTokens, cachedTokens: 0, reasoningTokens: 0, estimated: true },
      },
    });
    const textBlob = run.context.ports.hash.sha256(text);
    expect(prepared).toEqual({
      ...{ kind: "event", type: "compaction.prepared", goalId: "root" },
      data: { callId: data?.callId, toSequence: 2, textBlob, tokens: text.length, cost },
    });
    expect(rest).toEqual([]);
    expect(run.context.history.blobText(textBlob)).toBe(text);
    expect(run.commits.at(-1)?.blobs.at(-1)).toEqual({
      ...{ sha256: textBlob, mediaType: "text/markdown", encoding: "utf8", text },
    });
  });

  it.each([
    ["is not smaller", answered({ text: "x".repeat(1_900) }), "not_smaller"],
    ["failed", failedAttempt({ retry: "no" }), "failed"],
  ])("records one that %s as such", async (_case, reply, problem) => {
    const run = await finished(reply);
    expect(await collectBackgroundSummary(run.context, { waitMs: null })).toBe("failed");
    expect((await run.written()).at(-1)).toMatchObject({
      ...{ type: "compaction.failed", goalId: "root" },
      data: { problem, failuresInRow: 1, compactionId: expect.any(String) as unknown },
    });
  });

  it("records failed attempts of its call, of which there are few, with its end", async () => {
    const run = await finished(failedAttempt());
    expect(types(await run.written())).toEqual(["call.started"]);
    expect(await collectBackgroundSummary(run.context, { waitMs: null })).toBe("failed");
    const written = await run.written();
    expect(types(written)).toEqual([
      ...["call.started", "call.attempt_failed", "call.attempt_failed", "compaction.failed"],
    ]);
    expect(written.at(-1)).toMatchObject({ data: { problem: "failed", message: "Overloaded." } });
  });

  it("refuses one that repeats itself", async () => {
    const run = await finished((request) => {
      request.onDelta({ channel: "text", text: "the same words\n".repeat(60) });
      return failedAttempt();
    });
    expect(await collectBackgroundSummary(run.context, { waitMs: null })).toBe("failed");
    expect((await run.written()).at(-1)).toMatchObject({
      data: { problem: "endless", message: "The summary repeated itself." },
    });
  });

  it.each([
    [MAX_SUMMARY_CHARACTERS, false],
    [MAX_SUMMARY_CHARACTERS + 1, true],
  ])("cuts off one that is too long: %d characters", async (length, isCut) => {
    let wasAborted = false;
    const run = await finished((request) => {
      const numbers = Array.from({ length }, (_, index) => `${index} `).join("");
      // A space cannot begin a key, so nothing is withheld at the end.
      const text = `${numbers.slice(0, length - 1)} `;
      request.onDelta({ channel: "text", text: text.slice(0, 10) });
      request.onDelta({ channel: "text", text: text.slice(10) });
      wasAborted = request.signal.aborted;
      return answered({ text: SUMMARY });
    });
    expect(wasAborted).toBe(isCut);
    expect(await collectBackgroundSummary(run.context, { waitMs: null })).toBe(isCut ? "failed" : "ready");
    if (isCut)
      expect((await run.written()).at(-1)).toMatchObject({
        data: { problem: "endless", message: "The summary exceeded its length or time limit." },
      });
  });

  it("cuts off one that is too long in its second attempt", async () => {
    const text = Array.from({ length: MAX_SUMMARY_CHARACTERS }, (_, index) => `${index} `).join("");
    const run = await due([
      (request) => {
        request.onDelta({ channel: "text", text: "a" });
        return failedAttempt();
      },
      (request) => {
        request.onDelta({ channel: "text", text: text.slice(0, MAX_SUMMARY_CHARACTERS) });
        return answered({ text: SUMMARY });
      },
    ]);
    (await startBackgroundSummary(run.context, run.call))?.();
    expect(await collectBackgroundSummary(run.context, { waitMs: 6_000 })).toBe("failed");
    expect((await run.written()).at(-1)).toMatchObject({ data: { problem: "endless" } });
  });

  it("discards one whose run was canceled", async () => {
    const run = await due([untilAborted]);
    (await startBackgroundSummary(run.context, run.call))?.();
    const callId = run.context.background.pending?.request.callId;
    run.cancel();
    expect(await collectBackgroundSummary(run.context, { waitMs: 6_000 })).toBe("none");
    expect((await run.written()).at(-1)).toEqual(discarded(callId, "stopped"));
  });

  it("keeps one that ended before its run was canceled", async () => {
    const run = await finished(answered({ text: SUMMARY }));
    run.cancel();
    expect(await collectBackgroundSummary(run.context, { waitMs: null })).toBe("ready");
  });
});

describe("stopping it", () => {
  it.each(["superseded", "stopped"] as const)("aborts one that runs and records why: %s", async (why) => {
    const run = await due([untilAborted]);
    (await startBackgroundSummary(run.context, run.call))?.();
    const { pending } = run.context.background;
    await stopBackgroundSummary(run.context, why);
    expect(run.model.requests[0]?.signal.aborted).toBe(true);
    expect(run.context.background.pending).toBeNull();
    expect((await run.written()).slice(1)).toEqual([discarded(pending?.request.callId, why)]);
  });

  it("keeps a finished one when the run stops, and discards it when another compaction came first", async () => {
    const stopped = await finished(answered({ text: SUMMARY }));
    await stopBackgroundSummary(stopped.context, "stopped");
    expect(types(await stopped.written())).toEqual(["call.started", "call.finished", "compaction.prepared"]);
    const superseded = await finished(failedAttempt({ retry: "no" }));
    await stopBackgroundSummary(superseded.context, "superseded");
    expect(types(await superseded.written())).toEqual([
      ...["call.started", "call.attempt_failed", "compaction.discarded"],
    ]);
  });

  it("does nothing when none was requested", async () => {
    const run = await due();
    await stopBackgroundSummary(run.context, "superseded");
    await stopBackgroundSummary(run.context, "stopped");
    expect(await run.written()).toEqual([]);
  });
});
