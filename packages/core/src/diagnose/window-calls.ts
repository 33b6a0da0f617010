import type { CallPurpose } from "../log/run-event.ts";
import type { ContextBreak, ContextRow } from "./compare-contexts.ts";

/** All segments of one kind in a request, as a part of the window. `cachedTokens` of them came from the provider's cache. */
export type WindowPart = {
  readonly kind: ContextRow["kind"];
  readonly tokens: number;
  readonly cachedTokens: number;
};

/** The parts of a request, in order; they add up to `tokens`. `exact` when the provider counted them. */
export type FilledWindow = {
  readonly tokens: number;
  readonly cachedTokens: number;
  readonly exact: boolean;
  readonly parts: readonly WindowPart[];
  /** Where the request first differs from the one before it; null without a previous call, or when nothing had to be read again. */
  readonly break: ContextBreak | null;
};

/** One model call as a column of the windows of a run. */
export type WindowCall = {
  readonly callId: string;
  readonly startedSequence: number;
  readonly startedAt: number;
  readonly goalId: string;
  readonly purpose: CallPurpose;
  readonly model: string;
  /** Tokens that the model can read at once. */
  readonly window: number;
  /** The request as sent, estimated before the provider counted. */
  readonly sent: FilledWindow;
  /** The answer, and the request as the provider counted it; null while there is none. */
  readonly answer: {
    readonly sequence: number;
    readonly outputTokens: number;
    /** US dollars; null without a price. */
    readonly cost: number | null;
    readonly filled: FilledWindow;
  } | null;
  /** The entry that sent the call to another model instead; null when none did. */
  readonly replacedAt: number | null;
};

/**
 * Returns the calls as they were after the entry `moment`: none that began later, and without the answers of later entries. The calls of
 * the log cut after that entry are the same.
 */
export function windowCallsAt(calls: readonly WindowCall[], moment: number): readonly WindowCall[] {
  return calls
    .filter(
      ({ startedSequence, replacedAt }) =>
        startedSequence <= moment && (replacedAt === null || replacedAt > moment),
    )
    .map((call) => ({
      ...call,
      replacedAt: null,
      answer: call.answer !== null && call.answer.sequence <= moment ? call.answer : null,
    }));
}

/** Returns the window of a call as far as it is known: counted by the provider, or estimated. */
export function filledWindow({ answer, sent }: WindowCall): FilledWindow {
  return answer?.filled ?? sent;
}

/** Returns the entry that represents a call: its answer, or its request before that. */
export function windowSequence({ answer, startedSequence }: WindowCall): number {
  return answer?.sequence ?? startedSequence;
}

/** Returns the index of the call that a selection shows: the last one that began at or before it; the first before all; -1 without calls. */
export function windowIndexAt(calls: readonly WindowCall[], sequence: number): number {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((calls[middle]?.startedSequence ?? 0) <= sequence) low = middle + 1;
    else high = middle;
  }
  return calls.length === 0 ? -1 : Math.max(0, low - 1);
}
