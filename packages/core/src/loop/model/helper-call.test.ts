import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createNoRedactor } from "../../adapters/in-memory/index.ts";
import type { EndpointAdmission, ModelClient } from "../../ports/model-client.ts";
import { createTestClock } from "../../testing/builders.ts";
import { createScriptedModel } from "../../testing/scripted-model.ts";
import type { RunContext } from "../run-context.ts";
import { sendHelperCall } from "./helper-call.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CANCELLED: EndpointAdmission = {
  admitted: false,
  failure: { code: "CANCELLED", message: "Canceled", fix: "" },
};

it("is given up after its time also while it waits for a place at a full endpoint", async () => {
  let hasLeft = false;
  const client: ModelClient = {
    ...createScriptedModel([]),
    enter: async ({ signal, onWaiting }) => {
      onWaiting(3);
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      hasLeft = true;
      return CANCELLED;
    },
  };
  const context = {
    ...{ trace: { id: "trace", workspaceId: "workspace", personId: "person" } },
    ...{ ports: { clock: createTestClock(), random: { next: () => 0 } } },
    environment: { redactor: createNoRedactor() },
  } as unknown as RunContext;
  const call = { purpose: "recall", withTools: false, client, quirks: "default" } as const;
  const request = {
    callId: "call",
    goalId: "goal",
    purpose: "recall",
    call,
    body: "{}",
    estimatedInput: 9,
  } as const;
  const sent = sendHelperCall(context, request, {
    drafts: { stage: () => undefined, flush: async () => await Promise.resolve() },
    ...{ signal: new AbortController().signal, totalMs: 10_000, silentMs: 10_000, maxCharacters: 100 },
  });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(hasLeft).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(hasLeft).toBe(true);
  expect(await sent).toMatchObject({ kind: "cancelled" });
});
