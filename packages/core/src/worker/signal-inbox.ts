import type { Trace } from "../log/trace.ts";
import type { RunPorts } from "../loop/ports.ts";
import { isCarriedOver } from "../signals/carry-over.ts";
import type { KnownSignal } from "../signals/signal.ts";

/** Signals of a run that its loop has not received yet. The store keeps each signal until the loop has taken it. */
export type SignalInbox = {
  /** Reads what is pending. Errors: those of the store. */
  check(): Promise<void>;
  /** Reads what was asked of the turn before after its end: it is done at the start of this one. */
  checkPreviousTurn(): Promise<void>;
  /** Hands over what was read, oldest first. A signal that was not taken meanwhile comes again with the next check. */
  drain(): readonly KnownSignal[];
};

/** The inbox of a claimed run. `onCancel` is called for each cancellation that is read. */
export function createSignalInbox(
  { signals }: Pick<RunPorts, "signals">,
  trace: Trace,
  onCancel: (signal: KnownSignal) => void,
): SignalInbox {
  const inbox = new Map<string, KnownSignal>();
  return {
    async check() {
      for (const signal of await signals.pending(trace, trace.id)) {
        if (signal.kind === "unknown") continue;
        if (signal.kind === "cancel") onCancel(signal);
        inbox.set(signal.id, signal);
      }
    },
    async checkPreviousTurn() {
      if (trace.origin?.kind !== "continues") return;
      for (const signal of await signals.pending(trace, trace.origin.traceId))
        if (isCarriedOver(signal)) inbox.set(signal.id, signal);
    },
    drain() {
      const drained = [...inbox.values()];
      inbox.clear();
      return drained;
    },
  };
}
