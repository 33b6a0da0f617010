import { expect, it } from "vitest";
import { createNoRedactor } from "../../adapters/in-memory/trivial-ports.ts";
import type { EntryDraft } from "../../log/entry.ts";
import type { ModelClient, ModelOutcome, ModelRequest } from "../../ports/model-client.ts";
import { createTestClock } from "../../testing/builders.ts";
import { callModel, type ModelCallResult } from "./call-model.ts";

const profile = {
  ...{ reference: "m", wireName: "m", label: "m", quirks: "default" },
  ...{ contextWindow: 128_000, price: null, scripted: false },
};
const answered = (text: string): ModelOutcome => ({
  ok: true,
  answer: { text, reasoning: "", toolCalls: [], finishReason: "stop", usage: null, firstTokenMs: 1 },
});
const unavailable: ModelOutcome = {
  ...{ ok: false, retry: "after_backoff", retryAfterMs: null, streamed: false },
  failure: { code: "MODEL_UNAVAILABLE", message: "silent", fix: "wait" },
};

async function call(
  attempt: (request: ModelRequest) => Promise<ModelOutcome>,
  clock = createTestClock(),
): Promise<{ readonly result: ModelCallResult; readonly drafts: readonly EntryDraft[] }> {
  const client: ModelClient = { profile, attempt };
  const drafts: EntryDraft[] = [];
  const result = await callModel({
    ...{ client, callId: "call", attemptsBefore: 0, body: "{}", hasNativeTools: false },
    ...{
      trace: { id: "trace", workspaceId: "workspace", personId: "person" },
      goalId: "goal",
      signal: new AbortController().signal,
    },
    ports: { clock, random: { next: () => 0.5 } },
    redactor: createNoRedactor(),
    writer: { stage: (draft) => drafts.push(draft), flush: () => Promise.resolve() },
    emit: () => undefined,
  });
  return { result, drafts };
}

it("gives up an endpoint whose attempts take minutes each", async () => {
  const clock = createTestClock();
  const { result, drafts } = await call(() => {
    clock.advance(300_000);
    return Promise.resolve(unavailable);
  }, clock);
  expect(result).toMatchObject({ kind: "failed", attempts: 2 });
  expect(drafts).toHaveLength(2);
});

/** The time of the processor since `before`, of which other programs take nothing. Milliseconds. */
const processorMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

it("reads a stream in time linear in its length", async () => {
  const pieces = Array.from(
    { length: 540_000 },
    (_, index) => `${((index * 2_654_435_761) % 4_294_967_296).toString(36)} `,
  );
  const startedAt = process.cpuUsage();
  const { result } = await call(({ onDelta }) => {
    for (const text of pieces) onDelta({ channel: "text", text });
    return Promise.resolve(answered(pieces.join("")));
  });
  expect(result).toMatchObject({ kind: "answered", repetition: null });
  // Four megabytes take a second, and 16 when each check reads the whole text.
  expect(processorMs(startedAt)).toBeLessThan(6_000);
});

it("cuts a repetition at the end of a long stream exactly at its beginning", async () => {
  const block = "I should look at the file again. ";
  const before = Array.from({ length: 5_000 }, (_, index) => `${index} `).join("");
  const { result } = await call(({ onDelta }) => {
    onDelta({ channel: "text", text: before });
    for (let count = 0; count < 60; count += 1) onDelta({ channel: "text", text: block });
    return Promise.resolve(answered(""));
  });
  if (result.kind !== "answered") throw new Error("expected an answer");
  expect(result.repetition).not.toBeNull();
  const [kept = ""] = result.answer.text.split("\n");
  expect(kept.startsWith(`${before}${block}`)).toBe(true);
  expect(kept.length).toBeLessThan(before.length + 8 * block.length);
});
