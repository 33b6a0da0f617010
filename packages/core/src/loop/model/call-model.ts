import type { Failure } from "../../errors.ts";
import { extendTail, repeatedEnding } from "../../guards/doom-loop/stream.ts";
import type { EntryDraft } from "../../log/entry.ts";
import type { Update } from "../../log/update.ts";
import type { ModelAnswer, ModelClient, ModelOutcome } from "../../ports/model-client.ts";
import { loopNotesPrompt } from "../../prompts/generated/loop-notes.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import {
  ATTEMPTS_START_WITHIN_MS,
  MAX_EMPTY_ANSWERS,
  MAX_MODEL_ATTEMPTS,
  MAX_RETRY_AFTER_MS,
  STREAM_CHECK_CHARACTERS,
} from "../../tunables.ts";
import { admitCall, type Admission, type CallTrace } from "./admit-call.ts";
import { backoffMs } from "./backoff.ts";
import { linkAbort } from "../link-abort.ts";
import type { Redactor } from "../../ports/redactor.ts";
import type { RunPorts } from "../ports.ts";
import { createStreamRedactor } from "./redact-stream.ts";

export type ModelCallResult =
  | {
      readonly kind: "answered";
      readonly answer: ModelAnswer;
      readonly attempts: number;
      /** Duration of the last attempt. */
      readonly durationMs: number;
      /** Time spent waiting for places at the endpoint and for quotas. */
      readonly waitedMs: number;
      readonly repetition: string | null;
    }
  | { readonly kind: "cancelled"; readonly partial: { readonly text: string; readonly reasoning: string } }
  | {
      readonly kind: "failed";
      readonly failure: Failure;
      readonly attempts: number;
      /** True if the endpoint rejects native tools for this model and text tools have not been tried yet. */
      readonly fallBackToTextTools: boolean;
      /** The window in tokens that the endpoint named when it refused the length; null if it named none. */
      readonly statedWindow: number | null;
    };

/** The text streamed so far by the current attempt. */
type Stream = {
  text: string;
  reasoning: string;
  /** The ends of text and reasoning, in which repetitions are searched. */
  readonly tails: { text: string; reasoning: string };
  toolLength: number;
  checkedAt: number;
  repetition: string | null;
};

/**
 * Calls one model until it answers, is canceled or fails. Retries transient failures with backoff; failures that a person must fix end the call
 * immediately. Each failed attempt is logged before the next one starts, and its streamed deltas are withdrawn. An attempt at an endpoint with
 * a limit first waits for a place, and one of a run whose quota is used up for room in it; this counts toward no time limit.
 */
export async function callModel(options: {
  readonly client: ModelClient;
  readonly callId: string;
  /** Attempts already made for this call by other models. Numbering continues, so that deltas of different models are never confused. */
  readonly attemptsBefore: number;
  readonly body: string;
  /** Default: `MAX_MODEL_ATTEMPTS`. Lower where there is an alternative to waiting. */
  readonly maxAttempts?: number;
  /** True if the request contains native tools, so that text tools remain as a fallback. */
  readonly hasNativeTools: boolean;
  readonly trace: CallTrace;
  readonly goalId: string;
  readonly signal: AbortSignal;
  /** Suspends a time limit of the caller until the returned function is called. Default: there is none. */
  readonly suspendLimit?: () => () => void;
  /** Makes it a spare call of its endpoint, as `EndpointCaller` says. */
  readonly onNeeded?: () => void;
  readonly ports: Pick<RunPorts, "clock" | "random" | "callQuota">;
  readonly redactor: Redactor;
  readonly writer: { stage(draft: EntryDraft): unknown; flush(): Promise<void> };
  emit(update: Update): void;
}): Promise<ModelCallResult> {
  const { client, callId, ports, writer, signal } = options;
  const traceId = options.trace.id;
  const firstStartedAt = ports.clock.monotonic();
  let emptyAnswers = 0;
  let waitedMs = 0;
  for (let modelAttempt = 1; ; modelAttempt += 1) {
    const attempt = options.attemptsBefore + modelAttempt;
    // Without a limit the request goes out at once, in the caller's own turn of the event loop.
    const hasLimit = client.enter !== undefined || ports.callQuota !== undefined;
    const { place, waitedMs: waited } = hasLimit ? await admitCall(options) : UNLIMITED;
    const startedAt = ports.clock.monotonic();
    waitedMs += waited;
    const { outcome, stream } = place.admitted
      ? await attemptOnce({ ...options, attempt }).finally(place.leave)
      : { outcome: notAdmitted(place.failure), stream: emptyStream() };
    const durationMs = ports.clock.monotonic() - startedAt;
    if (signal.aborted)
      return { kind: "cancelled", partial: { text: stream.text, reasoning: stream.reasoning } };
    const classified = classifyOutcome(outcome, stream);
    if (classified.ok)
      return {
        kind: "answered",
        answer: classified.answer,
        attempts: attempt,
        durationMs,
        waitedMs,
        repetition: stream.repetition,
      };
    if (stream.text !== "" || stream.reasoning !== "" || stream.toolLength > 0)
      options.emit({ kind: "delta_withdrawn", traceId, callId, attempt });
    if (classified.failure.code === "MODEL_EMPTY_ANSWER") emptyAnswers += 1;
    const isWaitTooLong = (classified.retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS;
    const isTooLate = ports.clock.monotonic() - firstStartedAt - waitedMs > ATTEMPTS_START_WITHIN_MS;
    const shouldRetry =
      classified.retry === "after_backoff" &&
      modelAttempt < (options.maxAttempts ?? MAX_MODEL_ATTEMPTS) &&
      emptyAnswers < MAX_EMPTY_ANSWERS &&
      !isWaitTooLong &&
      !isTooLate;
    const fallBackToTextTools = classified.retry === "as_text" && options.hasNativeTools;
    const waitMs = shouldRetry
      ? Math.max(classified.retryAfterMs ?? 0, backoffMs(modelAttempt, ports.random.next()))
      : null;
    writer.stage({
      kind: "event",
      type: "call.attempt_failed",
      goalId: options.goalId,
      data: {
        callId,
        attempt,
        model: client.profile.reference,
        failure: classified.failure,
        retryAfterMs: waitMs,
        durationMs,
        ...(fallBackToTextTools ? { fallback: "text_tools" as const } : {}),
      },
    });
    await writer.flush();
    if (waitMs === null)
      return {
        ...{ kind: "failed", failure: classified.failure, attempts: modelAttempt, fallBackToTextTools },
        statedWindow: classified.contextWindow ?? null,
      };
    await ports.clock.sleep(waitMs, signal).catch(() => undefined);
    if (signal.aborted) return { kind: "cancelled", partial: { text: "", reasoning: "" } };
  }
}

const UNLIMITED: Admission = { place: { admitted: true, leave: () => undefined }, waitedMs: 0 };

function notAdmitted(failure: Failure): ModelOutcome {
  return { ok: false, failure, retry: "after_backoff", retryAfterMs: null, streamed: false };
}

function emptyStream(): Stream {
  return {
    text: "",
    reasoning: "",
    tails: { text: "", reasoning: "" },
    toolLength: 0,
    checkedAt: 0,
    repetition: null,
  };
}

async function attemptOnce(
  options: Parameters<typeof callModel>[0] & { readonly attempt: number },
): Promise<{ outcome: ModelOutcome; stream: Stream }> {
  const { client, callId, body, attempt } = options;
  const traceId = options.trace.id;
  const stream = emptyStream();
  const linked = linkAbort(options.signal);
  const { redactor } = options;
  const masks = {
    text: createStreamRedactor(redactor),
    reasoning: createStreamRedactor(redactor),
    tool: createStreamRedactor(redactor),
  };
  const show = (channel: "text" | "reasoning" | "tool", text: string): void => {
    if (text === "") return;
    const offset = channel === "tool" ? stream.toolLength : stream[channel].length;
    if (channel === "tool") stream.toolLength += text.length;
    else {
      stream[channel] += text;
      stream.tails[channel] = extendTail(stream.tails[channel], text);
    }
    options.emit({ kind: "delta", traceId, callId, attempt, channel, offset, text });
    if (channel !== "tool" && cutRepetition(stream, channel)) linked.abort();
  };
  const outcome = await client.attempt({
    callId,
    model: client.profile.wireName,
    body,
    signal: linked.signal,
    onDelta: ({ channel, text }) => {
      // Deltas that arrive after the stream was cut off are not part of the answer.
      if (stream.repetition !== null) return;
      show(channel, masks[channel].push(text));
    },
  });
  linked.release();
  for (const channel of ["reasoning", "text", "tool"] as const)
    if (stream.repetition === null) show(channel, masks[channel].end());
  return { outcome, stream };
}

function cutRepetition(stream: Stream, channel: "text" | "reasoning"): boolean {
  const length = stream.text.length + stream.reasoning.length;
  if (length - stream.checkedAt < STREAM_CHECK_CHARACTERS) return false;
  stream.checkedAt = length;
  const tail = stream.tails[channel];
  const repetition = repeatedEnding(tail);
  if (repetition === null) return false;
  stream.repetition = repetition.block;
  const dropped = tail.length - (repetition.start + repetition.block.length);
  stream[channel] = stream[channel].slice(0, stream[channel].length - dropped);
  // The mark goes into the text even if the reasoning repeated, because an answer without text cannot be sent back to the model.
  const mark = fillPrompt(loopNotesPrompt.cut, { channel: channel === "text" ? "answer" : "reasoning" });
  stream.text = `${stream.text}\n${mark}`.trimStart();
  return true;
}

/** Turns an empty answer into a failed attempt, and an answer cut off for repetition into a successful one. */
function classifyOutcome(outcome: ModelOutcome, stream: Stream): ModelOutcome {
  if (stream.repetition !== null) {
    return {
      ok: true,
      answer: {
        text: stream.text,
        reasoning: stream.reasoning,
        toolCalls: [],
        finishReason: "other",
        usage: null,
        firstTokenMs: null,
      },
    };
  }
  if (!outcome.ok) return outcome;
  const { text, toolCalls, finishReason, isCut = false } = outcome.answer;
  if (text.trim() !== "" || toolCalls.length > 0 || finishReason === "content_filter") return outcome;
  return {
    ok: false,
    // Another endless answer would cost as much again.
    retry: isCut ? "no" : "after_backoff",
    retryAfterMs: null,
    streamed: false,
    failure: {
      code: "MODEL_EMPTY_ANSWER",
      message: isCut
        ? "The model's answer was cut because it was endless. It contained only reasoning, and neither text nor a tool call."
        : finishReason === "length"
          ? "The model's answer was empty. It reached its output limit before the first word."
          : "The model's answer was empty. It contained neither text nor a tool call.",
      fix: "Try again, raise the model's output limit, or choose another model.",
    },
  };
}
