import { isAnswerCall } from "./answer-call.ts";
import type { Entry } from "./entry.ts";
import { type EventHandlers, handleEvent } from "./events/event-handlers.ts";
import { handleOutline, type OutlineHandlers } from "./outline-handlers.ts";
import type { OutlineEntry } from "./outline.ts";

/**
 * The length of a run in milliseconds, from its task to its end or to now: `worked` + `waited` is all of it. A run waits while nothing of it
 * can run: for people, a worker, a folder, sub-agents or a budget, after an interruption, and for a place at its endpoint.
 */
export type RunLength = { readonly worked: number; readonly waited: number };

/** An entry as far as the length of a run depends on it. `queuedMs` is the time that the call before it waited at its endpoint. */
export type LengthMoment = {
  readonly sequence: number;
  readonly at: number;
  readonly kind: "begin" | "end" | "resumed" | "waiting" | "other";
  readonly queuedMs: number;
};

/** The length of a log so far. `from` and `to` are the times of its first and last entry; times that go back count as the latest before. */
export type LengthFold = {
  readonly lastSequence: number;
  readonly from: number;
  readonly to: number;
  readonly waited: number;
  /** Whether the time until the next entry is waiting. */
  readonly isWaiting: boolean;
  /** False after the end of the run. */
  readonly isOpen: boolean;
};

/** The length of a log without entries. */
export const NO_LENGTH: LengthFold = {
  ...{ lastSequence: -1, from: 0, to: 0, waited: 0, isWaiting: false, isOpen: true },
};

/** Folds one entry into the length. Pure and O(1); an entry seen before changes nothing. */
export function foldLength(fold: LengthFold, { sequence, at, kind, queuedMs }: LengthMoment): LengthFold {
  if (sequence <= fold.lastSequence) return fold;
  const isFirst = fold.lastSequence < 0;
  const before = isFirst ? at : fold.to;
  const to = Math.max(before, at);
  // Until it begins a run waits for a worker, and from the death of its process until it is resumed for another one.
  const hasWaited = fold.isWaiting || kind === "resumed" || kind === "begin";
  return {
    lastSequence: sequence,
    from: isFirst ? at : fold.from,
    to,
    waited: fold.waited + (hasWaited ? to - before : 0) + queuedMs,
    isWaiting: kind === "waiting" || kind === "end",
    isOpen: kind === "end" ? false : kind === "begin" || fold.isOpen,
  };
}

/** Returns the length of a run at `now`; null for the time of its last entry. */
export function runLength(fold: LengthFold, now: number | null): RunLength {
  const tip = fold.isOpen && now !== null ? Math.max(now, fold.to) : fold.to;
  const waited = Math.min(tip - fold.from, fold.waited + (fold.isWaiting ? tip - fold.to : 0));
  return { worked: tip - fold.from - waited, waited };
}

/** Returns an entry of an outline as a moment. */
export function outlineMoment(entry: OutlineEntry): LengthMoment {
  const kind = handleOutline(OUTLINE_KINDS, null, entry) ?? "other";
  const isQueued = entry.k === "called" && (entry.p === "step" || entry.p === "final");
  return { sequence: entry.q, at: entry.t, kind, queuedMs: isQueued ? (entry.w ?? 0) : 0 };
}

const OUTLINE_KINDS: OutlineHandlers<null, LengthMoment["kind"]> = {
  begin: () => "begin",
  end: () => "end",
  resumed: () => "resumed",
  status: (_, { s }) => (s === "waiting" ? "waiting" : "other"),
};

/** Returns an entry of a log as a moment. */
export function entryMoment(entry: Entry): LengthMoment {
  const base = { sequence: entry.sequence, at: entry.at, queuedMs: 0 };
  if (entry.kind !== "event") return { ...base, kind: "other" };
  const kind = handleEvent(EVENT_KINDS, null, entry) ?? "other";
  const isQueued = entry.type === "call.finished" && isAnswerCall(entry.data.purpose);
  return { ...base, kind, queuedMs: isQueued ? (entry.data.waitedMs ?? 0) : 0 };
}

const EVENT_KINDS: EventHandlers<null, LengthMoment["kind"]> = {
  "trace.started": () => "begin",
  "trace.finished": () => "end",
  "trace.resumed": () => "resumed",
  "trace.status_changed": (_, { data }) => (data.status === "waiting" ? "waiting" : "other"),
};
