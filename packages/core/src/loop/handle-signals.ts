import type { KnownSignal } from "../signals/signal.ts";
import type { RunContext, RunControl } from "./run-context.ts";
import { hasHandler, signalEvents } from "./signal-handlers.ts";

/**
 * Turns pending signals into log entries between two steps. A signal is taken from the store only after its entries are durable; a signal that
 * the log has already received is taken without new entries. Kinds without a handler stay pending. A cancel stays pending until the run is
 * over: if this process dies first, any worker can end the run, even one without its folder. Returns true if there was a signal.
 */
export async function handleSignals(context: RunContext, control: RunControl): Promise<boolean> {
  const signals = control.drainSignals().filter(hasHandler);
  if (signals.length === 0) return false;
  for (const signal of signals)
    if (!context.state.receivedSignals.has(signal.id)) stageSignal(context, signal);
  await context.writer.flush();
  const handled = signals.filter((signal) => signal.kind !== "cancel");
  // Signals may have been sent to the previous turn after its end, so they are grouped by trace.
  for (const traceId of new Set(handled.map((signal) => signal.traceId)))
    await context.ports.signals.take(
      context.trace,
      traceId,
      handled.filter((signal) => signal.traceId === traceId).map((signal) => signal.id),
    );
  return true;
}

/** Stages the cancellation once. It need not come from a stored signal: programs also cancel their own runs. */
export function stageCancel({ state, writer }: RunContext, control: RunControl): void {
  if (state.canceled !== null) return;
  const { signalId, personId, reason } = control.cancelReason();
  writer.stage({
    kind: "event",
    type: "signal.received",
    goalId: state.goals.focusId,
    data: { signalId, signal: "cancel", personId, payload: { reason } },
  });
}

function stageSignal(context: RunContext, signal: KnownSignal): void {
  const { state, writer } = context;
  const { id: signalId, kind, personId, payload } = signal;
  const events = signalEvents(context, signal);
  const goalId = state.goals.focusId;
  writer.stage({
    kind: "event",
    type: "signal.received",
    goalId,
    data: { signalId, signal: kind, personId, payload },
  });
  for (const event of events) writer.stage({ kind: "event", goalId, ...event });
}
