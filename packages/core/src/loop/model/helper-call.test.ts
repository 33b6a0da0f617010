import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createNoRedactor } from "../../adapters/in-memory/index.ts";
import type { Update } from "../../log/update.ts";
import type { CallQuota, UsedUpQuota } from "../../ports/call-quota.ts";
import type { EndpointAdmission, ModelClient } from "../../ports/model-client.ts";
import { createTestClock } from "../../testing/builders.ts";
import {
  answered,
  createScriptedModel,
  failedAttempt,
  type ScriptedReply,
} from "../../testing/scripted-model.ts";
import type { HelperCall } from "../pending-summary.ts";
import type { RunContext } from "../run-context.ts";
import { sendHelperCall } from "./helper-call.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CANCELLED: EndpointAdmission = {
  admitted: false,
  failure: { code: "CANCELLED", message: "Canceled", fix: "" },
};

const QUOTA = { name: "person.calls_per_minute", limit: 2 };
const USED_UP: UsedUpQuota = {
  ...{ ...QUOTA, retryAfterMs: 2_000 },
  failure: { code: "QUOTA_EXCEEDED", message: "You have 2 of at most 2 model calls.", fix: "Wait." },
};

/** Sends a call that is given up after ten seconds. */
async function send(client: ModelClient, callQuota?: CallQuota, updates: Update[] = []): Promise<unknown> {
  const sleep = async (milliseconds: number, signal: AbortSignal): Promise<void> =>
    await new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  const context = {
    ...{ trace: { id: "trace", workspaceId: "workspace", personId: "person" } },
    ports: { clock: { ...createTestClock(), sleep }, random: { next: () => 0 }, callQuota },
    environment: { redactor: createNoRedactor() },
  } as unknown as RunContext;
  const call = { purpose: "recall", withTools: false, client, quirks: "default" } as const;
  const request: HelperCall = {
    ...{ callId: "call", goalId: "goal", purpose: "recall", call, body: "{}", estimatedInput: 9 },
  };
  return await sendHelperCall(context, request, {
    drafts: { stage: () => undefined, flush: async () => await Promise.resolve() },
    ...{ signal: new AbortController().signal, totalMs: 10_000, silentMs: 10_000, maxCharacters: 100 },
    emit: (update) => void updates.push(update),
  });
}

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
  const updates: Update[] = [];
  const sent = send(client, undefined, updates);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(hasLeft).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(hasLeft).toBe(true);
  expect(await sent).toMatchObject({ kind: "cancelled" });
  expect(updates).toEqual([]);
});

it("is sent when its quota has room again, after longer than its time, and shows that it waits", async () => {
  let isUsedUp = true;
  const updates: Update[] = [];
  const sent = send(
    createScriptedModel([answered({ text: "Two herons." })]),
    { count: async () => (isUsedUp ? USED_UP : null) },
    updates,
  );
  await vi.advanceTimersByTimeAsync(59_900);
  const waiting = { kind: "call_waiting", traceId: "trace", callId: "call", ahead: 0, quota: QUOTA };
  expect(updates).toEqual(updates.map(() => waiting));
  expect(updates).toHaveLength(30);
  isUsedUp = false;
  await vi.advanceTimersByTimeAsync(200);
  expect(await sent).toMatchObject({ kind: "answered", answer: { text: "Two herons." } });
  expect(updates.at(-1)).toMatchObject({ kind: "call_waiting", ahead: null });
});

it("is given up after its time also after a wait for its quota", async () => {
  let isUsedUp = true;
  const silent: ScriptedReply = async ({ signal }) =>
    await new Promise((resolve) =>
      signal.addEventListener("abort", () => resolve(failedAttempt()), { once: true }),
    );
  const sent = send(createScriptedModel([silent]), { count: async () => (isUsedUp ? USED_UP : null) });
  await vi.advanceTimersByTimeAsync(30_000);
  isUsedUp = false;
  await vi.advanceTimersByTimeAsync(13_000);
  expect(await sent).toMatchObject({ kind: "cancelled" });
});

it("leaves no timer when its quota cannot be counted", async () => {
  const broken: CallQuota = { count: async () => await Promise.reject(new Error("no database")) };
  await expect(send(createScriptedModel([]), broken)).rejects.toThrow("no database");
  expect(vi.getTimerCount()).toBe(0);
});
