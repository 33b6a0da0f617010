import type { Signal } from "../ports/trace-store.ts";
import { withTextTools } from "../context/wire-quirks.ts";
import { compactForCall } from "./compact.ts";
import type { RunContext } from "./run-trace.ts";

/**
 * Turns what people asked of a running trace into entries: a pin, a compaction (C6b, C7). A signal is taken only after its entries are
 * durable; asked again by the next process it changes nothing, because a pin is known by its text and a fresh summary has nothing to fold.
 */
export async function handleAsked(context: RunContext, withTools: boolean): Promise<void> {
  const signals = context.takeAsked?.() ?? [];
  if (signals.length === 0) return;
  for (const signal of signals) await handle(context, signal, withTools);
  await context.writer.flush();
  await context.ports.signals.take(
    context.trace.id,
    signals.map((signal) => signal.id),
  );
}

async function handle(context: RunContext, signal: Signal, withTools: boolean): Promise<void> {
  const { state, stepper, writer } = context;
  if (signal.kind === "pin" && signal.reason !== null) {
    const { id: signalId, personId, reason: text } = signal;
    writer.stage({
      kind: "event",
      type: "compaction.pinned",
      goalId: state.goals.focusId,
      data: { signalId, personId, text },
    });
    return;
  }
  const [client] = stepper.models;
  if (signal.kind !== "compact" || client === undefined) return;
  const { quirks, reference } = client.profile;
  const shape = {
    client,
    withTools,
    purpose: "step",
    quirks: state.textModels.has(reference) ? withTextTools(quirks) : quirks,
  } as const;
  await compactForCall(context, shape, { reason: "asked", focus: signal.reason });
}
