import { GoaltraceError } from "../../errors.ts";
import type { SignalStore } from "../../ports/trace-store.ts";
import type { MemoryState } from "./memory-state.ts";

/** Signals in memory, in the order of their insertion. */
export function createInMemorySignalStore(state: MemoryState): SignalStore {
  return {
    async insert(scope, signal) {
      if (state.traces.get(signal.traceId)?.trace.workspaceId !== scope.workspaceId)
        throw traceNotFound(signal.traceId);
      if (!state.signals.has(signal.id)) state.signals.set(signal.id, { signal, taken: false });
    },
    async pending(traceId) {
      return [...state.signals.values()]
        .filter((row) => !row.taken && row.signal.traceId === traceId)
        .map((row) => row.signal);
    },
    async take(traceId, signalIds) {
      for (const id of signalIds) {
        const row = state.signals.get(id);
        if (row?.signal.traceId === traceId) row.taken = true;
      }
    },
  };
}

/** What is said of a trace that is not there, or not for the asker. */
export function traceNotFound(traceId: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no trace ${traceId} in this workspace.`,
    fix: "Check the address; the trace may have been deleted or belong to another workspace.",
  });
}
