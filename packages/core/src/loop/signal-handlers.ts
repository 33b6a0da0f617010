import type { RunEventPayloads } from "../log/run-event.ts";
import type { AnsweringKind } from "../signals/answers.ts";
import type { KnownSignal, Signal, SignalKind } from "../signals/signal.ts";
import type { Trace } from "../log/trace.ts";
import type { Hash } from "../ports/clock.ts";
import { answerEvents } from "./requests/answer-events.ts";
import { decideEvents } from "./requests/decide-events.ts";
import { resolveEvents } from "./requests/unknown-effects.ts";
import type { RunState } from "./run-state.ts";

/** An event that a signal causes, in addition to the `signal.received` of every handled signal. */
export type SignalEvent = {
  readonly [Type in SignalEventType]: { readonly type: Type; readonly data: RunEventPayloads[Type] };
}[SignalEventType];
type SignalEventType =
  | "compaction.requested"
  | "compaction.pinned"
  | "run.paused"
  | "run.resumed"
  | "approval.decided"
  | "question.answered"
  | "effect.resolved"
  | "agent.message";

type SignalOf<Kind extends SignalKind> = Extract<KnownSignal, { readonly kind: Kind }>;
/** The part of a run that handlers may read. */
type SignalledRun = {
  readonly state: Readonly<RunState>;
  readonly trace: Pick<Trace, "id" | "parentId" | "projectFolder">;
  readonly ports: { readonly hash: Hash };
};
type Handler<Kind extends SignalKind> = (run: SignalledRun, signal: SignalOf<Kind>) => readonly SignalEvent[];
type Handlers = { readonly [Kind in SignalKind]: Handler<Kind> };

/**
 * Maps each kind of signal to its events. Kinds without a handler stay pending, like kinds that this version cannot read. Every kind that wakes
 * a run needs a handler: if the signal stayed pending, it would wake the run again immediately.
 */
const HANDLERS: Partial<Handlers> & Pick<Handlers, AnsweringKind> = {
  // The `signal.received` event itself cancels the run.
  cancel: () => [],
  compact: (_, { id: signalId, personId, payload: { focus } }) => [
    { type: "compaction.requested", data: { by: "person", focus, toolCallId: null, signalId, personId } },
  ],
  pin: (_, { id: signalId, personId, payload: { text } }) => [
    { type: "compaction.pinned", data: { signalId, personId, text } },
  ],
  pause: ({ state: { isPaused } }, { id: signalId, personId }) =>
    isPaused ? [] : [{ type: "run.paused", data: { signalId, personId, reason: null } }],
  resume: ({ state: { isPaused } }, { id: signalId, personId }) =>
    isPaused ? [{ type: "run.resumed", data: { signalId, personId, reason: null } }] : [],
  approve: decideEvents,
  deny: decideEvents,
  answer: answerEvents,
  // The budget is folded from `signal.received` (`budget-state.ts`).
  set_budget: () => [],
  resolve_effect: resolveEvents,
  // The text becomes a message before the next model call (`deliverSteering`).
  steer: () => [],
  // Only the parent and the children of a run send it messages.
  agent_message: ({ trace, state }, { id: messageId, payload: { traceId: fromTraceId, text } }) =>
    fromTraceId === trace.parentId || state.children.has(fromTraceId)
      ? [{ type: "agent.message", data: { messageId, fromTraceId, toTraceId: trace.id, text } }]
      : [],
};

/** Returns true if this version can handle the signal. */
export function hasHandler(signal: Signal): signal is KnownSignal {
  return signal.kind !== "unknown" && HANDLERS[signal.kind] !== undefined;
}

/** Returns the events that a signal causes in this state; empty for a kind without a handler. */
export function signalEvents<Kind extends SignalKind>(
  run: SignalledRun,
  signal: SignalOf<Kind>,
): readonly SignalEvent[] {
  const handlers: Partial<Handlers> = HANDLERS;
  return handlers[signal.kind]?.(run, signal) ?? [];
}
