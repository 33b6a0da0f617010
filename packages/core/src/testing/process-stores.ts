import { expect } from "vitest";
import type { Entry } from "../log/entry.ts";
import { isTerminal } from "../log/trace.ts";
import type { Lease, SignalStore, TraceStore } from "../ports/trace-store.ts";
import type { Turns } from "./turns.ts";

/** A process dies at its n-th operation, which is lost or done but never acknowledged. */
export type Death = { readonly at: number; readonly isDone: boolean };

/** What everything fails with after that. */
export const DEAD = "the process is dead";

/** The state of a run as seen from outside. */
export type Watch = {
  /** The newest lease that was given. */
  lease: Lease | null;
};

/** The stores as one process has them. */
export type ProcessStores = { readonly traces: TraceStore; readonly signals: SignalStore };

/** Tracks the holder of the lease; checks that nobody else writes and that no signal is taken before its entry is durable. */
export function watched({ traces, signals }: ProcessStores, watch: Watch): ProcessStores {
  return {
    signals: {
      ...signals,
      async take(scope, traceId, taken) {
        const trace = await traces.get(scope, traceId);
        const received = receivedIn(await traces.entries(scope, traceId, { after: 0 }));
        const isOver = trace !== undefined && isTerminal(trace.status);
        for (const id of taken) expect(isOver || received.includes(id), "a signal is lost").toBe(true);
        await signals.take(scope, traceId, taken);
      },
    },
    traces: {
      ...traces,
      async claim(request) {
        const claimed = await traces.claim(request);
        if (claimed !== undefined) watch.lease = claimed.lease;
        return claimed;
      },
      async append(batch) {
        await traces.append(batch);
        expect(batch.fence, "a worker without the lease wrote").toBe(watch.lease?.fence);
      },
    },
  };
}

/** The stores as a process sees them: each operation in its turn, and nothing after its death. */
export function mortal(
  { traces, signals }: ProcessStores,
  { turns, death }: { readonly turns: Turns; readonly death: Death | null },
): ProcessStores {
  let operations = 0;
  let isDead = false;
  const act = async <T>(operation: () => Promise<T>): Promise<T> =>
    await turns.take(async () => {
      operations += 1;
      if (!isDead && operations !== death?.at) return await operation();
      if (!isDead && death?.isDone === true) await operation();
      isDead = true;
      throw new Error(DEAD);
    });
  return {
    traces: {
      ...traces,
      claim: async (request) => await act(async () => await traces.claim(request)),
      append: async (batch) => await act(async () => await traces.append(batch)),
      release: async (lease) => await act(async () => await traces.release(lease)),
    },
    signals: {
      insert: signals.insert,
      pending: async (scope, traceId) => await act(async () => await signals.pending(scope, traceId)),
      take: async (scope, traceId, taken) => await act(async () => await signals.take(scope, traceId, taken)),
    },
  };
}

/** Lets the lease run out under its holder. */
export async function expire(traces: TraceStore, { lease }: Watch): Promise<void> {
  if (lease !== null) await traces.heartbeat(lease, 0);
}

/** Ids of the signals that a log has received. */
export function receivedIn(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "signal.received" ? [entry.data.signalId] : [],
  );
}
