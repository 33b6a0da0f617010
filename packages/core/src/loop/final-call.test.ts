import { expect, it } from "vitest";
import { buildLog, type LogBuilder, testRequest, testUsage } from "../testing/builders.ts";
import { applyToState } from "./apply-to-state.ts";
import { createRunState } from "./run-state.ts";

const REPORT = { segments: [], totalTokens: 1, exact: false, window: 1_000, dropped: [] };

/** Returns whether the state still counts the final call as made after its process died and the run was resumed. */
function isFinalMade(end: (log: LogBuilder) => void): boolean {
  const log = buildLog();
  const request = { ...testRequest, ranges: [] };
  const data = { callId: "call", purpose: "final", step: 1, request, report: REPORT } as const;
  log.event({ type: "call.started", data });
  end(log);
  log.event({ type: "trace.resumed", data: { journal: [], resumeCount: 1, reason: "died" } });
  const state = createRunState("Test");
  for (const entry of log.entries) applyToState(state, entry, true);
  return state.finalRequested;
}

function finish(log: LogBuilder, callId: string, purpose: "final" | "summary"): void {
  const common = { callId, purpose, model: "test-model", attempts: 1, finishReason: "stop" } as const;
  log.event({
    type: "call.finished",
    data: { ...common, usage: testUsage, cost: null, durationMs: 1, firstTokenMs: null },
  });
}

it("forgets a final call that its process did not survive", () => {
  expect(isFinalMade(() => undefined)).toBe(false);
  // Another call of the same time does not answer it.
  expect(isFinalMade((log) => finish(log, "other", "summary"))).toBe(false);
});

it("keeps a final call that was answered or failed", () => {
  expect(isFinalMade((log) => finish(log, "call", "final"))).toBe(true);
  const failure = { code: "MODEL_UNAVAILABLE", message: "m", fix: "f" } as const;
  expect(
    isFinalMade((log) => log.event({ type: "call.failed", data: { callId: "call", failure, attempts: 1 } })),
  ).toBe(true);
});
