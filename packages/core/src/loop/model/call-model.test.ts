import { describe, expect, it } from "vitest";
import { createKeyRedactor } from "../../adapters/system/key-redactor.ts";
import type { EntryDraft } from "../../log/entry.ts";
import type { Delta, Update } from "../../log/update.ts";
import type { FinishReason } from "../../log/message.ts";
import type { ModelRequest } from "../../ports/model-client.ts";
import { createTestClock } from "../../testing/builders.ts";
import {
  answered,
  createScriptedModel,
  failedAttempt,
  overloaded,
  type ScriptedReply,
} from "../../testing/scripted-model.ts";
import {
  INITIAL_BACKOFF_MS,
  MAX_EMPTY_ANSWERS,
  MAX_MODEL_ATTEMPTS,
  MAX_RETRY_AFTER_MS,
  STREAM_CHECK_CHARACTERS,
} from "../../tunables.ts";
import { callModel, type ModelCallResult } from "./call-model.ts";

const KEY = "sk-live-0123456789abcdef";

type Called = {
  readonly result: ModelCallResult;
  readonly sleeps: readonly number[];
  readonly staged: readonly EntryDraft[];
  readonly updates: readonly Update[];
  readonly requests: readonly ModelRequest[];
  /** Number of failed attempts that were durable when each request began. */
  readonly durable: readonly number[];
};

/** Calls a model with these replies; each takes ten milliseconds. */
async function call(
  replies: readonly ScriptedReply[],
  options: Partial<Parameters<typeof callModel>[0]> & { readonly onSleep?: () => void } = {},
): Promise<Called> {
  const clock = createTestClock();
  const staged: EntryDraft[] = [];
  const updates: Update[] = [];
  const durable: number[] = [];
  let flushed = 0;
  const client = createScriptedModel(
    replies.map((reply) => async (request: ModelRequest) => {
      durable.push(flushed);
      clock.advance(10);
      return typeof reply === "function" ? await reply(request) : reply;
    }),
  );
  const result = await callModel({
    ...{ client, callId: "call", attemptsBefore: 0, body: "{}", hasNativeTools: false },
    ...{
      trace: { id: "trace", workspaceId: "workspace", personId: "person" },
      goalId: "goal",
      signal: new AbortController().signal,
    },
    ports: {
      clock: {
        now: clock.now,
        monotonic: clock.monotonic,
        sleep: async (milliseconds) => {
          await clock.sleep(milliseconds);
          options.onSleep?.();
        },
      },
      random: { next: () => 0 },
    },
    redactor: createKeyRedactor({ key: [KEY] }),
    writer: {
      stage: (draft) => staged.push(draft),
      flush: async () => {
        flushed = staged.length;
      },
    },
    emit: (update) => void updates.push(update),
    ...options,
  });
  return { ...{ result, staged, updates, durable }, sleeps: clock.sleeps, requests: client.requests };
}

const streaming =
  (
    channel: Delta["channel"] & ("text" | "reasoning" | "tool"),
    texts: readonly string[],
    reply = answered(),
  ) =>
  (request: ModelRequest) => {
    for (const text of texts) request.onDelta({ channel, text });
    return reply;
  };
const delta = (channel: string, offset: number, text: string, attempt = 1): unknown => ({
  ...{ kind: "delta", traceId: "trace", callId: "call", attempt, channel, offset, text },
});
const empty = (finishReason: FinishReason = "stop"): ReturnType<typeof answered> =>
  answered({ text: " \n", finishReason });
const attemptFailed = (attempt: number, more: Record<string, unknown>): unknown => ({
  ...{ kind: "event", type: "call.attempt_failed", goalId: "goal" },
  data: {
    ...{ callId: "call", attempt, model: "test-model", failure: overloaded, durationMs: 10 },
    ...more,
  },
});

describe("an answer", () => {
  it("is returned with its attempts and duration", async () => {
    const { result, requests, staged } = await call([answered()], { attemptsBefore: 2 });
    expect(result).toEqual({
      ...{
        kind: "answered",
        answer: answered().answer,
        attempts: 3,
        durationMs: 10,
        waitedMs: 0,
        repetition: null,
      },
    });
    expect(requests).toMatchObject([{ callId: "call", model: "wire-model", body: "{}" }]);
    expect(staged).toEqual([]);
  });

  it("streams to watchers by channel, with secrets masked", async () => {
    const { updates } = await call([
      (request) => {
        request.onDelta({ channel: "reasoning", text: "hm" });
        request.onDelta({ channel: "text", text: `a ${KEY.slice(0, 9)}` });
        request.onDelta({ channel: "tool", text: "{" });
        request.onDelta({ channel: "text", text: `${KEY.slice(9)} !` });
        request.onDelta({ channel: "tool", text: "}" });
        request.onDelta({ channel: "text", text: "" });
        request.onDelta({ channel: "reasoning", text: "!sk-" });
        return answered();
      },
    ]);
    expect(updates).toEqual([
      delta("reasoning", 0, "hm"),
      delta("text", 0, "a "),
      delta("tool", 0, "{"),
      delta("text", 2, "[redacted:key#1] !"),
      delta("tool", 1, "}"),
      delta("reasoning", 2, "!"),
      delta("reasoning", 3, "sk-"),
    ]);
  });
});

describe("a transient failure", () => {
  it("is retried with backoff until the model answers, and each attempt is durable before the next", async () => {
    const { result, sleeps, staged, durable } = await call([failedAttempt(), failedAttempt(), answered()]);
    const waits = [INITIAL_BACKOFF_MS / 2, INITIAL_BACKOFF_MS];
    expect(result).toMatchObject({ kind: "answered", attempts: 3, durationMs: 10 });
    expect(sleeps).toEqual(waits);
    expect(staged).toEqual([
      attemptFailed(1, { retryAfterMs: waits[0] }),
      attemptFailed(2, { retryAfterMs: waits[1] }),
    ]);
    expect(durable).toEqual([0, 1, 2]);
  });

  it.each([
    [undefined, MAX_MODEL_ATTEMPTS],
    [2, 2],
    [1, 1],
  ])("ends the call after the permitted attempts: %j", async (maxAttempts, attempts) => {
    const replies = Array.from({ length: attempts + 1 }, () => failedAttempt());
    const limited = maxAttempts === undefined ? {} : { maxAttempts };
    const { result, staged, durable } = await call(replies, { ...limited, attemptsBefore: 4 });
    expect(result).toEqual({
      ...{ kind: "failed", failure: overloaded, attempts, fallBackToTextTools: false, statedWindow: null },
    });
    expect(durable).toHaveLength(attempts);
    expect(staged).toHaveLength(attempts);
    expect(staged.at(-1)).toEqual(attemptFailed(4 + attempts, { retryAfterMs: null }));
  });

  it("waits as long as the provider requests, but not longer than the limit", async () => {
    const waitFor = async (retryAfterMs: number): Promise<readonly number[]> =>
      (await call([failedAttempt({ retryAfterMs }), answered()])).sleeps;
    expect(await waitFor(0)).toEqual([INITIAL_BACKOFF_MS / 2]);
    expect(await waitFor(INITIAL_BACKOFF_MS)).toEqual([INITIAL_BACKOFF_MS]);
    expect(await waitFor(MAX_RETRY_AFTER_MS)).toEqual([MAX_RETRY_AFTER_MS]);
    expect(await waitFor(MAX_RETRY_AFTER_MS + 1)).toEqual([]);
  });

  it.each(["text", "reasoning", "tool"] as const)("withdraws the %s that was streamed", async (channel) => {
    const { updates } = await call([streaming(channel, ["abx"], failedAttempt() as never), answered()]);
    expect(updates).toEqual([
      delta(channel, 0, "abx"),
      { kind: "delta_withdrawn", traceId: "trace", callId: "call", attempt: 1 },
    ]);
    expect((await call([failedAttempt(), answered()])).updates).toEqual([]);
  });
});

describe("a failure that a person must fix", () => {
  it.each(["no", "context_too_long", "as_text"] as const)("ends the call at once: %s", async (retry) => {
    const { result, staged } = await call([failedAttempt({ retry }), answered()]);
    expect(result).toEqual({
      ...{ kind: "failed", failure: overloaded, attempts: 1, fallBackToTextTools: false, statedWindow: null },
    });
    expect(staged).toEqual([attemptFailed(1, { retryAfterMs: null })]);
  });

  it("asks for text tools if the endpoint refused native ones, and records that", async () => {
    const { result, staged } = await call([failedAttempt({ retry: "as_text" })], { hasNativeTools: true });
    expect(result).toMatchObject({ kind: "failed", fallBackToTextTools: true });
    expect(staged).toEqual([attemptFailed(1, { retryAfterMs: null, fallback: "text_tools" })]);
    const other = await call([failedAttempt({ retry: "no" })], { hasNativeTools: true });
    expect(other.result).toMatchObject({ fallBackToTextTools: false });
  });
});

describe("an empty answer", () => {
  const fix = "Try again, raise the model's output limit, or choose another model.";

  it("is retried a few times", async () => {
    const failure = {
      ...{ code: "MODEL_EMPTY_ANSWER", fix },
      message: "The model's answer was empty. It contained neither text nor a tool call.",
    };
    const { result, sleeps } = await call([empty(), empty(), empty(), empty()]);
    expect(result).toEqual({
      ...{ kind: "failed", failure, attempts: MAX_EMPTY_ANSWERS, fallBackToTextTools: false },
      statedWindow: null,
    });
    expect(sleeps).toHaveLength(MAX_EMPTY_ANSWERS - 1);
    expect((await call([empty(), failedAttempt(), empty(), answered()])).result.kind).toBe("answered");
  });

  it("reports that the output limit was reached before the first word", async () => {
    const { result } = await call([empty("length")], { maxAttempts: 1 });
    expect(result).toMatchObject({
      failure: {
        message: "The model's answer was empty. It reached its output limit before the first word.",
      },
    });
  });

  it("is not one with a call, with text, or blocked by a filter", async () => {
    const calls = [{ id: null, name: "look", arguments: "" }];
    for (const reply of [
      answered({ text: "", toolCalls: calls }),
      answered({ text: "a" }),
      empty("content_filter"),
    ])
      expect((await call([reply])).result).toMatchObject({ kind: "answered", attempts: 1 });
  });
});

describe("a canceled call", () => {
  it("keeps what was streamed, masked", async () => {
    const canceling = new AbortController();
    const { result, staged } = await call(
      [
        (request) => {
          request.onDelta({ channel: "text", text: `abc ${KEY}` });
          request.onDelta({ channel: "reasoning", text: "hm sk-" });
          canceling.abort();
          expect(request.signal.aborted).toBe(true);
          return failedAttempt();
        },
      ],
      { signal: canceling.signal },
    );
    expect(result).toEqual({
      ...{ kind: "cancelled", partial: { text: "abc [redacted:key#1]", reasoning: "hm sk-" } },
    });
    expect(staged).toEqual([]);
  });

  it("is not retried when the cancel comes during the backoff", async () => {
    const canceling = new AbortController();
    const { result, requests } = await call([failedAttempt(), answered()], {
      ...{ signal: canceling.signal, onSleep: () => canceling.abort() },
    });
    expect(result).toEqual({ kind: "cancelled", partial: { text: "", reasoning: "" } });
    expect(requests).toHaveLength(1);
  });

  it("is recognized when the sleep itself is interrupted", async () => {
    const canceling = new AbortController();
    const { result } = await call([failedAttempt(), answered()], {
      signal: canceling.signal,
      onSleep: () => {
        canceling.abort();
        throw new Error("interrupted");
      },
    });
    expect(result.kind).toBe("cancelled");
  });
});

describe("a stream that repeats itself", () => {
  const block = "the same words\n";
  const different = (characters: number): string =>
    // A space cannot begin a key, so nothing is withheld at the end.
    `${Array.from({ length: characters }, (_, index) => `${index} `)
      .join("")
      .slice(0, characters - 1)} `;
  const repeats = (characters: number): string => block.repeat(Math.ceil(characters / block.length));

  it.each([
    ["text", "answer"],
    ["reasoning", "reasoning"],
  ] as const)("is cut off after one repetition of its %s and marked", async (channel, name) => {
    let isCut = false;
    const { result, updates } = await call([
      (request) => {
        request.onDelta({ channel, text: "Begin. " });
        request.onDelta({ channel, text: repeats(STREAM_CHECK_CHARACTERS) });
        isCut = request.signal.aborted;
        request.onDelta({ channel, text: "more" });
        return failedAttempt();
      },
    ]);
    const mark = `[cut: the ${name} repeated itself from here]`;
    const kept = result.kind === "answered" ? result.answer : null;
    expect(isCut).toBe(true);
    expect(updates).toHaveLength(2);
    const shown = `Begin. ${repeats(STREAM_CHECK_CHARACTERS)}`;
    const start = shown.length - 12 * block.length;
    const cut = shown.slice(0, start + block.length);
    expect(result).toEqual({
      ...{ kind: "answered", attempts: 1, durationMs: 10, waitedMs: 0, repetition: block },
      answer: {
        text: channel === "text" ? `${cut}\n${mark}` : mark,
        reasoning: channel === "text" ? "" : cut,
        ...{ toolCalls: [], finishReason: "other", usage: null, firstTokenMs: null },
      },
    });
    expect(kept?.text.startsWith("\n")).toBe(false);
  });

  it("is checked each time it has grown enough, over both channels, and not earlier", async () => {
    const grown = async (sizes: readonly number[]): Promise<boolean> => {
      const { result } = await call([
        (request) => {
          for (const [index, size] of sizes.entries()) {
            const isLast = index === sizes.length - 1;
            const text = isLast ? repeats(size).slice(0, size) : different(size);
            request.onDelta({ channel: isLast ? "text" : "reasoning", text });
          }
          return answered();
        },
      ]);
      return result.kind === "answered" && result.repetition !== null;
    };
    expect(await grown([STREAM_CHECK_CHARACTERS])).toBe(true);
    expect(await grown([STREAM_CHECK_CHARACTERS - 1])).toBe(false);
    expect(await grown([100, STREAM_CHECK_CHARACTERS - 100])).toBe(true);
    expect(await grown([100, STREAM_CHECK_CHARACTERS - 101])).toBe(false);
    expect(await grown([STREAM_CHECK_CHARACTERS, STREAM_CHECK_CHARACTERS - 1])).toBe(false);
    expect(await grown([STREAM_CHECK_CHARACTERS, STREAM_CHECK_CHARACTERS])).toBe(true);
  });

  it("may repeat arguments of a tool", async () => {
    const { result, updates } = await call([streaming("tool", [repeats(3 * STREAM_CHECK_CHARACTERS)])]);
    expect(result).toMatchObject({ kind: "answered", repetition: null });
    expect(updates).toHaveLength(1);
  });
});
