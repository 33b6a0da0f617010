import { expect, it } from "vitest";
import { applyToState, createRunState } from "../loop/run-state.ts";
import { buildLog, testUsage } from "../testing/builders.ts";
import { viewOf } from "./view.ts";

const tokenizer = { count: (text: string): number => text.length };

function called(
  log: ReturnType<typeof buildLog>,
  tokens: number,
  inputTokens: number,
  told: { readonly estimated?: boolean; readonly purpose?: "step" | "summary" } = {},
): void {
  const { estimated = false, purpose = "step" } = told;
  const report = { segments: [], totalTokens: tokens, exact: false, window: 8_000, dropped: [] };
  const request = {
    ...{ renderer: 1, model: "m", quirks: "openai", systemBlobs: [], toolsBlob: null, tailBlob: null },
    ...{ ranges: [], view: 0, parameters: "{}", sha256: "" },
  };
  const callId = `call-${log.entries.length}`;
  log.event({ type: "call.started", data: { callId, purpose, step: 1, request, report } });
  log.event({
    type: "call.finished",
    data: {
      ...{ callId, purpose, model: "m", attempts: 1, finishReason: "stop", cost: null },
      usage: { ...testUsage, inputTokens, outputTokens: 50, estimated },
      ...{ durationMs: 1, firstTokenMs: null },
    },
  });
}

it("R8 · what the provider counts for one of our tokens is taken from the last call that told, when it can be true", () => {
  const log = buildLog();
  const scaleAfter = (
    tokens: number,
    inputTokens: number,
    estimated?: boolean,
    purpose?: "summary",
  ): number => {
    called(log, tokens, inputTokens, {
      ...(estimated === undefined ? {} : { estimated }),
      ...(purpose === undefined ? {} : { purpose }),
    });
    return viewOf(log.entries, tokenizer).scale;
  };
  expect(scaleAfter(1_000, 1_250)).toBe(1.25);
  expect(scaleAfter(1_000, 900)).toBe(0.9);
  expect(scaleAfter(1_000, 1_400, true)).toBe(0.9);
  expect(scaleAfter(1_000, 100)).toBe(0.9);
  expect(scaleAfter(1_000, 1_100, false, "summary")).toBe(0.9);
});

it("R1 · tokens of a summary count towards the limit of the run", () => {
  const log = buildLog();
  called(log, 1_000, 1_200, { purpose: "summary" });
  const state = createRunState("");
  for (const entry of log.entries) applyToState(state, entry, true);
  expect(state.tokens).toBe(1_250);
});
