import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/ports/tool.ts";
import type { KnownSignal } from "../../src/signals/signal.ts";
import { filler } from "../compaction/sessions.ts";
import type { Reply, WireAnswer } from "./model-server.ts";
import { runScenario, type Outcome, type Scenario } from "./run-scenario.ts";
import { createTestTools, type TestTools } from "./test-tools.ts";

const STEPS = 40;
const WINDOW = 16_000;
const SUMMARY: WireAnswer = {
  text: "## 1. Primary request and intent\nCount the invoices of INV-2025.\n## 8. Current work\nReading pages.",
};

type Answer = Reply | WireAnswer;

/** A promise that the test resolves. */
function gate<T>(): { readonly opened: Promise<T>; open(value: T): void } {
  const resolvers: ((value: T) => void)[] = [];
  const opened = new Promise<T>((resolve) => resolvers.push(resolve));
  return { opened, open: (value) => resolvers.forEach((resolve) => resolve(value)) };
}

type Summarizer = (request: { readonly body: string }) => Answer | Promise<Answer>;
type Thinking = Partial<Scenario> & { readonly steps?: number };

/** Writes long texts between small results, so that clearing is never worthwhile and only summaries keep the run in its window. */
function thinker(summary: Summarizer, thinking: Thinking): Scenario["script"] {
  let step = 0;
  return async (request) => {
    if (request.body.includes("<runtime-request>")) return await summary(request);
    step += 1;
    if (step > (thinking.steps ?? STEPS)) return { text: "All invoices are counted." };
    return {
      text: filler(step, 1_300),
      calls: [{ id: `page_${step}`, name: "fetch_page", arguments: `{"page":${step}}` }],
    };
  };
}

const tools = (): TestTools =>
  createTestTools([
    defineTool({
      name: "fetch_page",
      description: "Fetches a page.",
      input: z.strictObject({ page: z.number() }),
      annotations: { readOnlyHint: true },
      execute: async ({ page }) => ({ title: "page", output: `Page ${page} has ${page * 7} lines.` }),
    }),
  ]);

async function think(summary: Summarizer, thinking: Thinking = {}): Promise<Outcome> {
  return await runScenario({
    tools: tools(),
    contextWindow: WINDOW,
    ...thinking,
    script: thinker(summary, thinking),
    limits: { maxSteps: 200, ...thinking.limits },
  });
}

/** Separates the bodies of requests for answers and for summaries. */
function splitBodies({ requests }: Outcome): {
  readonly answers: readonly string[];
  readonly summaries: readonly string[];
} {
  const bodies = requests.map((request) => request.body);
  const isSummary = (body: string): boolean => body.includes("<runtime-request>");
  return { answers: bodies.filter((body) => !isSummary(body)), summaries: bodies.filter(isSummary) };
}

function summaryCalls(outcome: Outcome): readonly string[] {
  return outcome
    .events("call.started")
    .flatMap(({ data }) => (data.purpose === "summary" ? [data.callId] : []));
}

/** Holds the summary back until `steps` further answers have been requested. */
function holdSummaryFor(steps: number): { readonly outcome: Promise<Outcome> } {
  const heldAnswer = gate<WireAnswer>();
  let isRequested = false;
  let since = 0;
  const outcome = think(
    async () => {
      isRequested = true;
      return await heldAnswer.opened;
    },
    {
      drainSignals: () => {
        if (isRequested && (since += 1) === steps) heldAnswer.open(SUMMARY);
        return [];
      },
    },
  );
  return { outcome };
}

it("writes a summary in the background, uses it at the limit, pays once and keeps it out of the conversation", async () => {
  const outcome = await holdSummaryFor(2).outcome;
  expect(outcome.trace.status).toBe("completed");
  const [prepared] = outcome.events("compaction.prepared");
  const [finished] = outcome.events("compaction.finished");
  const [callId] = summaryCalls(outcome);
  expect(summaryCalls(outcome)).toEqual([callId]);
  expect(prepared?.data.callId).toBe(callId);
  expect(finished?.data).toMatchObject({ reason: "threshold", source: "model", callId });
  expect(finished?.data.toSequence).toBeLessThanOrEqual(prepared?.data.toSequence ?? 0);
  const requestedAt =
    outcome.events("call.started").find(({ data }) => data.callId === callId)?.sequence ?? 0;
  const meanwhile = outcome
    .events("call.finished")
    .filter(({ sequence, data }) => data.purpose === "step" && sequence > requestedAt);
  expect(meanwhile.filter(({ sequence }) => sequence < (finished?.sequence ?? 0)).length).toBeGreaterThan(1);
  const { answers, summaries } = splitBodies(outcome);
  expect([answers.length, summaries.length]).toEqual([STEPS + 1, 1]);
  expect(answers.at(-1)).toContain("Count the invoices of INV-2025.");
  const messages = outcome.entries.filter((entry) => entry.kind === "message");
  expect(JSON.stringify(messages)).not.toContain("INV-2025");
  expect(outcome.trace.totals.modelCalls).toBe(STEPS + 2);
  expect(outcome.events("compaction.discarded")).toEqual([]);
});

it("waits at the limit for the summary in progress and requests no other", async () => {
  const outcome = await holdSummaryFor(3).outcome;
  const [prepared] = outcome.events("compaction.prepared");
  const [started] = outcome.events("compaction.started");
  expect(summaryCalls(outcome)).toHaveLength(1);
  // Adjacent: nothing happened between its arrival and its use.
  expect(started?.sequence).toBe((prepared?.sequence ?? 0) + 1);
  expect(outcome.events("compaction.finished")[0]?.data.source).toBe("model");
});

it("discards an outgrown summary and requests one of everything", async () => {
  const early = { compaction: { prepareAbove: 3_000 } };
  const outcome = await think(() => SUMMARY, { limits: early });
  const [prepared] = outcome.events("compaction.prepared");
  const [discarded] = outcome.events("compaction.discarded");
  const [finished] = outcome.events("compaction.finished");
  expect(discarded?.data).toEqual({ callId: prepared?.data.callId, why: "outgrown" });
  expect(finished?.data.source).toBe("model");
  expect(finished?.data.callId).not.toBe(prepared?.data.callId);
  expect(finished?.data.toSequence).toBeGreaterThan(prepared?.data.toSequence ?? Infinity);
});

it("does not use a background summary for a compaction with a focus", async () => {
  const focusSignal: KnownSignal = {
    id: "s",
    traceId: "",
    kind: "compact",
    personId: "person",
    payload: { focus: "the totals" },
    at: 0,
  };
  const pendingSignals = [focusSignal];
  let isRequested = false;
  const outcome = await think(
    ({ body }) => {
      isRequested = true;
      return body.includes("the totals") ? SUMMARY : { kind: "silence" };
    },
    { drainSignals: () => (isRequested ? pendingSignals.splice(0) : []) },
  );
  const [ahead, asked] = summaryCalls(outcome);
  expect(outcome.events("compaction.discarded")[0]?.data).toEqual({ callId: ahead, why: "superseded" });
  expect(outcome.events("compaction.finished")[0]?.data).toMatchObject({
    callId: asked,
    focus: "the totals",
  });
});

it("counts failed background summaries toward the breaker and falls back to code", async () => {
  const outcome = await think(() => ({ kind: "status", status: 500 }), { steps: 120 });
  expect(outcome.trace.status).toBe("completed");
  const finished = outcome.events("compaction.finished");
  expect(finished.length).toBeGreaterThan(1);
  expect(new Set(finished.map(({ data }) => data.source))).toEqual(new Set(["extractive"]));
  const failed = outcome.events("compaction.failed");
  expect(failed[0]?.sequence).toBeLessThan(outcome.events("compaction.started")[0]?.sequence ?? 0);
  expect(failed.map(({ data }) => data.failuresInRow)).toEqual(failed.map((_, index) => index + 1));
  expect(outcome.events("compaction.prepared")).toEqual([]);
  expect(outcome.events("call.attempt_failed").length).toBe(summaryCalls(outcome).length * 2);
});

it("cancels the background summary with the run", async () => {
  let isRequested = false;
  const outcome = await think(
    () => {
      isRequested = true;
      return { kind: "silence" };
    },
    {
      onUpdate: (update, cancel) => {
        if (isRequested && update.kind === "entry" && update.entry.kind === "message") cancel();
      },
    },
  );
  expect(outcome.trace.status).toBe("cancelled");
  const [callId] = summaryCalls(outcome);
  expect(outcome.events("compaction.discarded").map(({ data }) => data)).toEqual([
    { callId, why: "stopped" },
  ]);
});

it("does not wait for the summary at the end of a run", async () => {
  const outcome = await think(() => ({ kind: "silence" }), { steps: 27 });
  expect(outcome.trace.status).toBe("completed");
  const [callId] = summaryCalls(outcome);
  expect(outcome.events("compaction.discarded").map(({ data }) => data)).toEqual([
    { callId, why: "stopped" },
  ]);
});

it("starts no background summary when tokens or steps are nearly used up or thresholds disable it", async () => {
  const all = await think(() => SUMMARY, { steps: 27 });
  expect(summaryCalls(all)).toHaveLength(1);
  const { limits } = all.trace.agent;
  for (const limit of [{ maxTokens: 34_000 }, { maxSteps: 27 }, { compaction: { prepareAbove: 1e9 } }]) {
    const outcome = await think(() => SUMMARY, { steps: 27, limits: { ...limits, ...limit } });
    expect(summaryCalls(outcome)).toEqual([]);
  }
});
