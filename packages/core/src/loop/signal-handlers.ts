import type { RunEventPayloads } from "../log/run-event.ts";
import type { AnsweringKind } from "../signals/answers.ts";
import type { KnownSignal, Signal, SignalKind } from "../signals/signal.ts";
import type { RunState } from "./run-state.ts";

/** An event that a signal leads to, besides the `signal.received` that every handled signal becomes. */
export type SignalEvent = {
  readonly [Type in SignalEventType]: { readonly type: Type; readonly data: RunEventPayloads[Type] };
}[SignalEventType];
type SignalEventType = "compaction.requested" | "compaction.pinned" | "run.paused" | "run.resumed";

type SignalOf<Kind extends SignalKind> = Extract<KnownSignal, { readonly kind: Kind }>;
type Handler<Kind extends SignalKind> = (
  state: Readonly<RunState>,
  signal: SignalOf<Kind>,
) => readonly SignalEvent[];
type Handlers = { readonly [Kind in SignalKind]: Handler<Kind> };

/**
 * The effect of each kind of signal on a run. A kind without a handler stays pending, like one that this version cannot read. Those that wake a
 * run must have one: a signal that woke a run and stayed pending would wake it again at once.
 */
const HANDLERS: Partial<Handlers> & Pick<Handlers, AnsweringKind> = {
  // Receiving it is what cancels the run.
  cancel: () => [],
  compact: (_, { id: signalId, personId, payload: { focus } }) => [
    { type: "compaction.requested", data: { by: "person", focus, toolCallId: null, signalId, personId } },
  ],
  pin: (_, { id: signalId, personId, payload: { text } }) => [
    { type: "compaction.pinned", data: { signalId, personId, text } },
  ],
  pause: ({ isPaused }, { id: signalId, personId }) =>
    isPaused ? [] : [{ type: "run.paused", data: { signalId, personId, reason: null } }],
  resume: ({ isPaused }, { id: signalId, personId }) =>
    isPaused ? [{ type: "run.resumed", data: { signalId, personId, reason: null } }] : [],
};

/** Whether this version knows what to do with a signal. */
export function isHandled(signal: Signal): signal is KnownSignal {
  return signal.kind !== "unknown" && HANDLERS[signal.kind] !== undefined;
}

/** The events that a signal leads to in this state; none for a kind without a handler. */
export function signalEvents<Kind extends SignalKind>(
  state: Readonly<RunState>,
  signal: SignalOf<Kind>,
): readonly SignalEvent[] {
  const handlers: Partial<Handlers> = HANDLERS;
  return handlers[signal.kind]?.(state, signal) ?? [];
}
