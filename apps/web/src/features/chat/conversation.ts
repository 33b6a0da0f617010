import type { Trace, TraceStatus } from "@goaltrace/core/log";

/** A row of the conversation list. */
export type ConversationItem = {
  readonly id: string;
  readonly title: string;
  readonly pinned: boolean;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  /** The status of the last run; null before the first run. */
  readonly status: TraceStatus | null;
  readonly lastTraceId: string | null;
};

/** Returns the attempts that a retry of the turn replaced. They start at the same entry but are not part of the conversation's log. */
export function earlierAttempts(traces: readonly Trace[], turnId: string): readonly Trace[] {
  const turn = traces.find((trace) => trace.id === turnId);
  if (turn === undefined) return [];
  const sameStart = (trace: Trace): boolean =>
    trace.origin?.traceId === turn.origin?.traceId && trace.origin?.sequence === turn.origin?.sequence;
  return traces.filter(
    (trace) => trace.id !== turnId && trace.createdAt < turn.createdAt && sameStart(trace),
  );
}

const SCRIPTED_PREFIX = "scripted/";

/** Whether a model reference names the scripted demo, which must never be presented as an AI model. */
export function isScripted(reference: string | null): boolean {
  return reference?.startsWith(SCRIPTED_PREFIX) ?? false;
}
