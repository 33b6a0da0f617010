import type { KnownSignal } from "../signals/signal.ts";
import type { RunContext, RunControl } from "./run-context.ts";
import { signalEvents, isHandled } from "./signal-handlers.ts";

/**
 * Turns what was asked of a run into entries, between two of its steps. A signal is taken only after its entries are durable; one that the
 * log has received already is only taken. A kind without a handler is left alone, and so is a cancel, which is taken when the run is over: if
 * this process dies before that, any worker can end the run, even one without its folder.
 */
export async function handleSignals(context: RunContext, control: RunControl): Promise<void> {
  const signals = control.drainSignals().filter(isHandled);
  if (signals.length === 0) return;
  for (const signal of signals)
    if (!context.state.receivedSignals.has(signal.id)) stageSignal(context, signal);
  await context.writer.flush();
  const done = signals.filter((signal) => signal.kind !== "cancel");
  // Some were sent to the turn before, after its end.
  for (const traceId of new Set(done.map((signal) => signal.traceId)))
    await context.ports.signals.take(
      context.trace,
      traceId,
      done.filter((signal) => signal.traceId === traceId).map((signal) => signal.id),
    );
}

/** Stages what canceled the run, once. It need not be a stored signal: programs cancel their runs themselves. */
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

function stageSignal({ state, writer }: RunContext, signal: KnownSignal): void {
  const { id: signalId, kind, personId, payload } = signal;
  const events = signalEvents(state, signal);
  const goalId = state.goals.focusId;
  writer.stage({
    kind: "event",
    type: "signal.received",
    goalId,
    data: { signalId, signal: kind, personId, payload },
  });
  for (const event of events) writer.stage({ kind: "event", goalId, ...event });
}
