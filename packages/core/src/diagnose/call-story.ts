import type { Failure } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import type { FinishReason, Usage } from "../log/message.ts";
import type { CallPurpose, ContextReport, RequestReference } from "../log/run-event.ts";

/** One attempt of a model call. The last one of an answered call has no failure. */
export type CallAttempt = {
  readonly attempt: number;
  readonly sequence: number;
  readonly model: string;
  readonly failure: Failure | null;
  readonly durationMs: number;
  /** Pause before the next attempt. */
  readonly waitMs: number | null;
};

/** A model call from its request to its end. */
export type CallStory = {
  readonly callId: string;
  readonly startedSequence: number;
  readonly startedAt: number;
  readonly purpose: CallPurpose;
  readonly step: number;
  readonly request: RequestReference;
  readonly report: ContextReport;
  readonly attempts: readonly CallAttempt[];
  /** Null while the call runs, after a permanent failure, and after an interruption. */
  readonly answer: {
    readonly sequence: number;
    readonly model: string;
    readonly finishReason: FinishReason;
    readonly usage: Usage;
    readonly cost: number | null;
    readonly durationMs: number;
    readonly firstTokenMs: number | null;
  } | null;
  readonly failure: Failure | null;
};

/** Returns the id of the model call that an entry belongs to; null for other entries. */
export function entryCallId(entry: Entry): string | null {
  if (entry.kind === "message") return entry.role === "assistant" ? entry.callId : null;
  if (entry.kind !== "event") return null;
  return "callId" in entry.data ? entry.data.callId : null;
}

/** Returns the story of a call from part of the log; undefined when that part lacks its request. */
export function callStory(entries: readonly Entry[], callId: string): CallStory | undefined {
  const own = entries.filter((entry) => entryCallId(entry) === callId);
  // A fallback model gets its own request under the same id; the last one was answered.
  const started = own.findLast((entry) => entry.kind === "event" && entry.type === "call.started");
  if (started?.kind !== "event" || started.type !== "call.started") return undefined;
  const answered = own.find((entry) => entry.kind === "message" && entry.role === "assistant");
  const answer =
    answered?.kind === "message" && answered.role === "assistant"
      ? {
          sequence: answered.sequence,
          model: answered.model,
          finishReason: answered.finishReason,
          usage: answered.usage,
          cost: answered.cost,
          durationMs: answered.durationMs,
          firstTokenMs: answered.firstTokenMs,
        }
      : null;
  const failed = own.findLast((entry) => entry.kind === "event" && entry.type === "call.failed");
  const attempts = failedAttempts(own);
  return {
    callId,
    startedSequence: started.sequence,
    startedAt: started.at,
    purpose: started.data.purpose,
    step: started.data.step,
    request: started.data.request,
    report: started.data.report,
    attempts:
      answer === null
        ? attempts
        : [
            ...attempts,
            {
              attempt: attempts.length + 1,
              sequence: answer.sequence,
              model: answer.model,
              failure: null,
              durationMs: answer.durationMs,
              waitMs: null,
            },
          ],
    answer,
    failure: failed?.kind === "event" && failed.type === "call.failed" ? failed.data.failure : null,
  };
}

function failedAttempts(entries: readonly Entry[]): CallAttempt[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== "event" || entry.type !== "call.attempt_failed") return [];
    const { attempt, model, failure, durationMs, retryAfterMs } = entry.data;
    return [{ attempt, sequence: entry.sequence, model, failure, durationMs, waitMs: retryAfterMs }];
  });
}
