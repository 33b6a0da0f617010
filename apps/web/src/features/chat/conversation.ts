import type { Trace, TraceStatus } from "@goaltrace/core/log";

/** A row of the list of conversations. */
export type ConversationItem = {
  readonly id: string;
  readonly title: string;
  readonly pinned: boolean;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  /** How its last run stands; null before the first. */
  readonly status: TraceStatus | null;
  readonly lastTraceId: string | null;
};

/** The attempts at a turn that were given up for a newer one: they began where it begins, but are not part of its log. */
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

/** Whether a model reference means the scripted demo, which is never to be taken for an AI model. */
export function isScripted(reference: string | null): boolean {
  return reference?.startsWith(SCRIPTED_PREFIX) ?? false;
}
