import { GoaltraceError } from "../../errors.ts";
import type { Scope } from "../../ports/scope.ts";
import type { SignalStore } from "../../ports/trace-store.ts";
import { readSignal } from "../../signals/signal.ts";
import { type MemoryState, pendingSignals } from "./memory-state.ts";

/** Stores signals in memory, in order of insertion. Calls `onWaiting` when a signal arrives for a waiting run. */
export function createInMemorySignalStore(state: MemoryState, onWaiting: () => void): SignalStore {
  const findStatus = (scope: Scope, traceId: string): string | undefined => {
    const trace = state.traces.get(traceId)?.trace;
    return trace?.workspaceId === scope.workspaceId ? trace.status : undefined;
  };
  return {
    async insert(scope, signal) {
      const status = findStatus(scope, signal.traceId);
      if (status === undefined) throw traceNotFound(signal.traceId);
      const key = signalKey(signal.traceId, signal.id);
      const { id, traceId, personId, at } = signal;
      const isNew = !state.signals.has(key);
      if (isNew)
        state.signals.set(key, {
          signal: readSignal({ id, traceId, personId, at }, signal),
          taken: false,
        });
      if (status === "waiting") onWaiting();
      return isNew;
    },
    async pending(scope, traceId) {
      return findStatus(scope, traceId) === undefined ? [] : pendingSignals(state, traceId);
    },
    async take(scope, traceId, signalIds) {
      if (findStatus(scope, traceId) === undefined) return;
      for (const id of signalIds) {
        const row = state.signals.get(signalKey(traceId, id));
        if (row !== undefined && row.signal.kind !== "unknown") row.taken = true;
      }
    },
  };
}

function signalKey(traceId: string, id: string): string {
  return `${traceId}/${id}`;
}

/** Creates the error for a trace that does not exist or is not visible to the caller. */
export function traceNotFound(traceId: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `No trace ${traceId} in this workspace.`,
    fix: "Check the address; the trace may have been deleted or belong to another workspace.",
  });
}
