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

/** A promise that a test keeps when it is time. */
function gate<T>(): { readonly opened: Promise<T>; open(value: T): void } {
  const resolvers: ((value: T) => void)[] = [];
  const opened = new Promise<T>((resolve) => resolvers.push(resolve));
  return { opened, open: (value) => resolvers.forEach((resolve) => resolve(value)) };
}

type Summariser = (request: { readonly body: string }) => Answer | Promise<Answer>;
type Thinking = Partial<Scenario> & { readonly steps?: number };

/** Thinks at length between small results, so that clearing is never worth it and summaries are what keeps it in its window. */
function thinker(summary: Summariser, thinking: Thinking): Scenario["script"] {
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

async function think(summary: Summariser, thinking: Thinking = {}): Promise<Outcome> {
  return await runScenario({
    tools: tools(),
    contextWindow: WINDOW,
    ...thinking,
    script: thinker(summary, thinking),
    limits: { maxSteps: 200, ...thinking.limits },
  });
}

/** The bodies of the requests for answers, and of those for summaries. */
function bodiesOf({ requests }: Outcome): {
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

/** Holds the summary back until so many further answers were asked for. */
function heldFor(steps: number): { readonly outcome: Promise<Outcome> } {
  const held = gate<WireAnswer>();
  let isAsked = false;
  let since = 0;
  const outcome = think(
    async () => {
      isAsked = true;
      return await held.opened;
    },
    {
      drainSignals: () => {
        if (isAsked && (since += 1) === steps) held.open(SUMMARY);
        return [];
      },
    },
  );
  return { outcome };
}

it("a summary is written while the run goes on, taken at the limit, paid once and no part of the conversation", async () => {
  const outcome = await heldFor(2).outcome;
  expect(outcome.trace.status).toBe("completed");
  const [prepared] = outcome.events("compaction.prepared");
  const [finished] = outcome.events("compaction.finished");
  const [callId] = summaryCalls(outcome);
  expect(summaryCalls(outcome)).toEqual([callId]);
  expect(prepared?.data.callId).toBe(callId);
  expect(finished?.data).toMatchObject({ reason: "threshold", source: "model", callId });
  expect(finished?.data.toSequence).toBeLessThanOrEqual(prepared?.data.toSequence ?? 0);
  const asked = outcome.events("call.started").find(({ data }) => data.callId === callId)?.sequence ?? 0;
  const meanwhile = outcome
    .events("call.finished")
    .filter(({ sequence, data }) => data.purpose === "step" && sequence > asked);
  expect(meanwhile.filter(({ sequence }) => sequence < (finished?.sequence ?? 0)).length).toBeGreaterThan(1);
  const { answers, summaries } = bodiesOf(outcome);
  expect([answers.length, summaries.length]).toEqual([STEPS + 1, 1]);
  expect(answers.at(-1)).toContain("Count the invoices of INV-2025.");
  const messages = outcome.entries.filter((entry) => entry.kind === "message");
  expect(JSON.stringify(messages)).not.toContain("INV-2025");
  expect(outcome.trace.totals.modelCalls).toBe(STEPS + 2);
  expect(outcome.events("compaction.discarded")).toEqual([]);
});

it("at the limit the run waits for the summary that is still being written and asks for no other", async () => {
  const outcome = await heldFor(3).outcome;
  const [prepared] = outcome.events("compaction.prepared");
  const [started] = outcome.events("compaction.started");
  expect(summaryCalls(outcome)).toHaveLength(1);
  // In one go: nothing was done between its arrival and its use.
  expect(started?.sequence).toBe((prepared?.sequence ?? 0) + 1);
  expect(outcome.events("compaction.finished")[0]?.data.source).toBe("model");
});

it("a summary after which too much came is discarded, and one of everything is asked for", async () => {
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

it("a compaction with a focus does not take what was written without it", async () => {
  const wish: KnownSignal = {
    id: "s",
    traceId: "",
    kind: "compact",
    personId: "person",
    payload: { focus: "the totals" },
    at: 0,
  };
  const wishes = [wish];
  let isAsked = false;
  const outcome = await think(
    ({ body }) => {
      isAsked = true;
      return body.includes("the totals") ? SUMMARY : { kind: "silence" };
    },
    { drainSignals: () => (isAsked ? wishes.splice(0) : []) },
  );
  const [ahead, asked] = summaryCalls(outcome);
  expect(outcome.events("compaction.discarded")[0]?.data).toEqual({ callId: ahead, why: "superseded" });
  expect(outcome.events("compaction.finished")[0]?.data).toMatchObject({
    callId: asked,
    focus: "the totals",
  });
});

it("summaries ahead that fail open the breaker with the others, and code writes what is needed", async () => {
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

it("cancelling the run cancels the summary that is being written", async () => {
  let isAsked = false;
  const outcome = await think(
    () => {
      isAsked = true;
      return { kind: "silence" };
    },
    {
      onUpdate: (update, cancel) => {
        if (isAsked && update.kind === "entry" && update.entry.kind === "message") cancel();
      },
    },
  );
  expect(outcome.trace.status).toBe("cancelled");
  const [callId] = summaryCalls(outcome);
  expect(outcome.events("compaction.discarded").map(({ data }) => data)).toEqual([
    { callId, why: "stopped" },
  ]);
});

it("a run that ends first does not wait for the summary", async () => {
  const outcome = await think(() => ({ kind: "silence" }), { steps: 27 });
  expect(outcome.trace.status).toBe("completed");
  const [callId] = summaryCalls(outcome);
  expect(outcome.events("compaction.discarded").map(({ data }) => data)).toEqual([
    { callId, why: "stopped" },
  ]);
});

it("none is written ahead when tokens or steps of the run are nearly used up, or its thresholds say so", async () => {
  const all = await think(() => SUMMARY, { steps: 27 });
  expect(summaryCalls(all)).toHaveLength(1);
  const { limits } = all.trace.agent;
  for (const given of [{ maxTokens: 34_000 }, { maxSteps: 27 }, { compaction: { prepareAbove: 1e9 } }]) {
    const outcome = await think(() => SUMMARY, { steps: 27, limits: { ...limits, ...given } });
    expect(summaryCalls(outcome)).toEqual([]);
  }
});
