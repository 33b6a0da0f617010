import type { Trace } from "../log/trace.ts";
import type { RunPorts } from "../loop/ports.ts";
import { isCarriedOver } from "../signals/carry-over.ts";
import type { KnownSignal } from "../signals/signal.ts";

/** Signals of a run that its loop has not received yet. The store keeps each signal until the loop takes it. */
export type SignalInbox = {
  /** Reads the pending signals of this run. Errors: those of the store. */
  check(): Promise<void>;
  /** Reads the signals sent to the previous turn after its end; this turn handles them at its start. */
  checkPreviousTurn(): Promise<void>;
  /** Returns and removes the signals read so far, oldest first. A signal that is not taken returns with the next check. */
  drain(): readonly KnownSignal[];
  /** Resolves when there is a signal to drain, or when `over` aborts. */
  untilSignal(over: AbortSignal): Promise<void>;
};

/** Creates the inbox of a run. Calls `onSignal` for each signal read, also for one read before. */
export function createSignalInbox(
  { signals }: Pick<RunPorts, "signals">,
  trace: Trace,
  onSignal: (signal: KnownSignal) => void,
): SignalInbox {
  const inbox = new Map<string, KnownSignal>();
  const waiting = new Set<() => void>();
  return {
    async check() {
      for (const signal of await signals.pending(trace, trace.id)) {
        if (signal.kind === "unknown") continue;
        inbox.set(signal.id, signal);
        onSignal(signal);
      }
      if (inbox.size > 0) for (const resolve of waiting) resolve();
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
    async untilSignal(over) {
      if (inbox.size > 0 || over.aborted) return;
      await new Promise<void>((resolve) => {
        const end = (): void => {
          waiting.delete(end);
          over.removeEventListener("abort", end);
          resolve();
        };
        waiting.add(end);
        over.addEventListener("abort", end, { once: true });
      });
    },
  };
}
