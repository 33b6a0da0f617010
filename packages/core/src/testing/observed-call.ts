import { createNoRedactor } from "../adapters/in-memory/index.ts";
import type { EntryDraft } from "../log/entry.ts";
import type { Update } from "../log/update.ts";
import { callModel, type ModelCallResult } from "../loop/model/call-model.ts";
import type { CallQuota } from "../ports/call-quota.ts";
import type { ModelClient } from "../ports/model-client.ts";
import { createTestClock } from "./builders.ts";

/** A finished call with everything that it did meanwhile. */
export type ObservedCall = {
  readonly result: ModelCallResult;
  readonly staged: readonly EntryDraft[];
  readonly updates: readonly Update[];
  /** The durations that it waited, in milliseconds. */
  readonly sleeps: readonly number[];
};

type ObservedOptions = Partial<Omit<Parameters<typeof callModel>[0], "client" | "ports">> & {
  readonly clock?: ReturnType<typeof createTestClock>;
  /** @default none */
  readonly callQuota?: CallQuota;
};

/** Makes one call of a run that a key started. */
export async function observeCall(
  client: ModelClient,
  { clock = createTestClock(), callQuota, ...options }: ObservedOptions = {},
): Promise<ObservedCall> {
  const staged: EntryDraft[] = [];
  const updates: Update[] = [];
  const result = await callModel({
    ...{ client, callId: "call", attemptsBefore: 0, body: "{}", hasNativeTools: false },
    ...{ trace: { id: "trace", workspaceId: "workspace", personId: "person", keyId: "key" }, goalId: "goal" },
    signal: new AbortController().signal,
    ports: { clock, random: { next: () => 0 }, ...(callQuota && { callQuota }) },
    redactor: createNoRedactor(),
    writer: { stage: (draft) => staged.push(draft), flush: async () => await Promise.resolve() },
    emit: (update) => void updates.push(update),
    ...options,
  });
  return { result, staged, updates, sleeps: clock.sleeps };
}
