import { isRecentlySummarised } from "../compaction/summarise.ts";
import { withTextTools } from "../context/wire-quirks.ts";
import type { Signal } from "../ports/trace-store.ts";
import { compactForCall } from "./compact.ts";
import type { RunContext } from "./run-trace.ts";

/**
 * Turns what people and the model asked of a running trace into entries: a pin, a compaction (C6b, C7). A signal is taken only after its
 * entries are durable; asked again by the next process it changes nothing, because a pin is known by its text and a fresh summary has
 * nothing to fold.
 */
export async function handleAsked(context: RunContext, withTools: boolean): Promise<void> {
  await handleWish(context, withTools);
  const signals = context.takeAsked?.() ?? [];
  if (signals.length === 0) return;
  for (const signal of signals) await handle(context, signal, withTools);
  await context.writer.flush();
  // Some were asked of the turn before, after its end.
  for (const traceId of new Set(signals.map((signal) => signal.traceId)))
    await context.ports.signals.take(
      traceId,
      signals.filter((signal) => signal.traceId === traceId).map((signal) => signal.id),
    );
}

/** A model that asks at each step would summarise summaries: it is heard as often as the thresholds are (C7). */
async function handleWish(context: RunContext, withTools: boolean): Promise<void> {
  const { state, stepper } = context;
  const wish = state.compactionWish;
  state.compactionWish = null;
  if (wish !== null && !isRecentlySummarised(stepper.history)) await compact(context, wish.focus, withTools);
}

async function handle(context: RunContext, signal: Signal, withTools: boolean): Promise<void> {
  const { state, writer } = context;
  if (signal.kind === "compact") return await compact(context, signal.reason, withTools);
  if (signal.kind !== "pin" || signal.reason === null) return;
  const { id: signalId, personId, reason: text } = signal;
  writer.stage({
    kind: "event",
    type: "compaction.pinned",
    goalId: state.goals.focusId,
    data: { signalId, personId, text },
  });
}

async function compact(context: RunContext, focus: string | null, withTools: boolean): Promise<void> {
  const { state, stepper } = context;
  const [client] = stepper.models;
  if (client === undefined) return;
  const { quirks, reference } = client.profile;
  const shape = {
    client,
    withTools,
    purpose: "step",
    quirks: state.textModels.has(reference) ? withTextTools(quirks) : quirks,
  } as const;
  await compactForCall(context, shape, { reason: "asked", focus });
}
