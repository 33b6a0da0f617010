import { expect, it } from "vitest";
import type { KnownSignal } from "../../src/signals/signal.ts";
import { GOAL, longTools } from "./long-tools.ts";
import type { WireAnswer } from "./model-server.ts";
import { runScenario, type Outcome } from "./run-scenario.ts";

const STEPS = 60;

/** Works through its pages regardless of the context, and answers a summary request with `summary`. */
function worker(
  summary: () => WireAnswer | { readonly kind: "status"; readonly status: number },
): (request: { readonly body: string }) => WireAnswer | { readonly kind: "status"; readonly status: number } {
  let step = 0;
  return ({ body }) => {
    if (body.includes("<runtime-request>")) return summary();
    step += 1;
    if (step === 1) return { text: "I plan first.", calls: [{ id: "plan", name: "goal", arguments: "{}" }] };
    if (step > STEPS) return { text: "All invoices are counted." };
    return {
      text: `Page ${step}`,
      calls: [{ id: `page_${step}`, name: "fetch_page", arguments: `{"page":${step}}` }],
    };
  };
}

function answerBodies(outcome: Outcome): readonly string[] {
  return outcome.requests
    .map((request) => request.body)
    .filter((body) => !body.includes("<runtime-request>"));
}

it.each([
  [
    "good",
    () => ({ text: "## 1. Primary request and intent\nCount invoices.\n## 8. Current work\nReading pages." }),
  ],
  ["empty", () => ({ text: "" })],
  ["failing", () => ({ kind: "status" as const, status: 500 })],
])(
  "keeps the goal over sixty steps of 8 kB results in 8,000 tokens, with a summarizer that is %s",
  async (kind, summary) => {
    const outcome = await runScenario({
      task: "Count the invoices. You must not touch the archive.",
      script: worker(summary),
      tools: longTools(),
      contextWindow: 8_000,
      limits: { maxSteps: 100 },
    });
    expect(outcome.trace.status).toBe("completed");
    const bodies = answerBodies(outcome);
    expect(bodies).toHaveLength(STEPS + 1);
    for (const body of bodies.slice(2)) {
      expect(body).toContain(GOAL);
      expect(body).toContain("You must not touch the archive.");
      expect(body.length / 4).toBeLessThan(8_000);
    }
    const finished = outcome.events("compaction.finished");
    expect(finished.length).toBeGreaterThan(1);
    const byModel = finished.filter((event) => event.data.source === "model").length;
    // A long result can leave the summary request no room; code then writes that summary.
    if (kind === "good") expect(byModel).toBeGreaterThanOrEqual(finished.length / 2);
    else expect(byModel).toBe(0);
    for (const event of finished) expect(event.data.ratio).toBeLessThan(0.7);
    if (kind !== "good") expect(outcome.events("compaction.failed").length).toBeGreaterThan(0);
    // Only the first page finds room to be whole.
    expect(outcome.events("result.spilled").length).toBe(STEPS - 2);
  },
);

it("sends a shorter second request after an endpoint rejects the length, and continues the run", async () => {
  let isRefused = false;
  const work = worker(() => ({ text: "never requested" }));
  const outcome = await runScenario({
    script: (request) => {
      if (!isRefused && request.body.includes("page_12")) {
        isRefused = true;
        const message = "This model's maximum context length is 8192 tokens.";
        return { kind: "status", status: 400, error: { message, code: "context_length_exceeded" } };
      }
      return work(request);
    },
    tools: longTools(),
    limits: { maxSteps: 100 },
  });
  expect(outcome.trace.status).toBe("completed");
  const bodies = outcome.requests.map((request) => request.body);
  const first = bodies.findIndex((body) => body.includes("page_12"));
  expect(bodies[first + 1]?.length ?? 0).toBeLessThan((bodies[first]?.length ?? 0) * 0.8);
  const [event] = outcome.events("compaction.finished");
  expect(event?.data).toMatchObject({ reason: "too_long", source: "extractive" });
});

it("passes a requested focus and a pinned text to log, summarizer and model", async () => {
  const envelope = { traceId: "", personId: "person", at: 0 };
  const pendingSignals: KnownSignal[] = [
    { ...envelope, id: "s1", kind: "pin", payload: { text: "Invoice INV-77 counts twice" } },
    { ...envelope, id: "s2", kind: "compact", payload: { focus: "the totals per month" } },
  ];
  const work = worker(() => ({ text: "## 1. Primary request and intent\nTotals per month." }));
  const outcome = await runScenario({
    script: work,
    tools: longTools(),
    limits: { maxSteps: 100 },
    drainSignals: (requests) => (requests === 12 ? pendingSignals.splice(0) : []),
  });
  const [finished] = outcome.events("compaction.finished");
  expect(finished?.data).toMatchObject({ reason: "asked", source: "model", focus: "the totals per month" });
  expect(outcome.events("compaction.pinned").map((event) => event.data.text)).toEqual([
    "Invoice INV-77 counts twice",
  ]);
  const summaryRequest = outcome.requests.findIndex((request) => request.body.includes("<runtime-request>"));
  expect(outcome.requests[summaryRequest]?.body).toContain("the totals per month");
  for (const request of outcome.requests.slice(summaryRequest + 1)) expect(request.body).toContain("INV-77");
});
