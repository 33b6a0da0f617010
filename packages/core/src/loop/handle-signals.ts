import { isRecentlySummarised } from "../compaction/summarise.ts";
import { withTextTools } from "../context/wire-quirks.ts";
import type { KnownSignal } from "../signals/signal.ts";
import { compactHistory } from "./context/compact-history.ts";
import type { RunContext, RunControl } from "./run-context.ts";

/** The model call that follows. */
type NextCall = { readonly withTools: boolean };

/**
 * Turns what people and the model requested of a running trace into entries: a pin, a compaction (C6b, C7). A signal is taken only after
 * its entries are durable; repeated by the next process it changes nothing, because a pin is known by its text and a fresh summary has
 * nothing to fold.
 */
export async function handleSignals(
  context: RunContext,
  control: RunControl,
  nextCall: NextCall,
): Promise<void> {
  await handleRequestedCompaction(context, nextCall);
  const signals = control.drainSignals();
  if (signals.length === 0) return;
  for (const signal of signals) await handleSignal(context, signal, nextCall);
  await context.writer.flush();
  // Some were sent to the turn before, after its end.
  for (const traceId of new Set(signals.map((signal) => signal.traceId)))
    await context.ports.signals.take(
      context.trace,
      traceId,
      signals.filter((signal) => signal.traceId === traceId).map((signal) => signal.id),
    );
}

/** Stages the signal that canceled the run, once. */
export function stageCancel(context: RunContext, control: RunControl): void {
  if (context.state.cancelled !== null) return;
  const { signalId, personId, reason } = control.cancelReason();
  context.writer.stage({
    kind: "event",
    type: "signal.received",
    goalId: context.state.goals.focusId,
    data: { signalId, signal: "cancel", personId, payload: { reason } },
  });
}

/** A model that requests one at each step would summarize summaries: its requests count as often as the thresholds do (C7). */
async function handleRequestedCompaction(context: RunContext, nextCall: NextCall): Promise<void> {
  const { state, history } = context;
  const request = state.requestedCompaction;
  if (request !== null && !isRecentlySummarised(history.view))
    await compact(context, request.focus, nextCall);
}

async function handleSignal(context: RunContext, signal: KnownSignal, nextCall: NextCall): Promise<void> {
  const { state, writer } = context;
  if (signal.kind === "compact") return await compact(context, signal.payload.focus, nextCall);
  if (signal.kind !== "pin") return;
  const { id: signalId, personId } = signal;
  const { text } = signal.payload;
  writer.stage({
    kind: "event",
    type: "compaction.pinned",
    goalId: state.goals.focusId,
    data: { signalId, personId, text },
  });
}

async function compact(context: RunContext, focus: string | null, { withTools }: NextCall): Promise<void> {
  const { state, models } = context;
  const [client] = models.clients;
  if (client === undefined) return;
  const { quirks, reference } = client.profile;
  const shape = {
    client,
    withTools,
    purpose: "step",
    quirks: state.textModels.has(reference) ? withTextTools(quirks) : quirks,
  } as const;
  await compactHistory(context, shape, { reason: "asked", focus });
}
