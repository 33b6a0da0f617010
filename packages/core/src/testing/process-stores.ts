import { expect } from "vitest";
import type { Entry } from "../log/entry.ts";
import { isTerminal, type Trace } from "../log/trace.ts";
import type { SignalStore, TraceStore } from "../ports/trace-store.ts";
import { isClaimable, type LeaseModel, noteLease, noteRelease } from "./run-model.ts";
import type { Turns } from "./turns.ts";

/** A process dies at its n-th operation, which is either lost or applied but never acknowledged. */
export type Death = { readonly at: number; readonly isDone: boolean };

/** The error of every operation after death. */
export const DEAD = "the process died";

/** The stores of one process. */
export type ProcessStores = { readonly traces: TraceStore; readonly signals: SignalStore };

/**
 * Tracks the lease of a run in a model, and checks that exactly the expected claims succeed, that only the holder writes, and that no
 * signal is taken before its entry is durable.
 */
export function watchStores(
  { traces, signals }: ProcessStores,
  trace: Trace,
  leases: LeaseModel,
): ProcessStores {
  const read = async (): Promise<Trace> => {
    const stored = await traces.get(trace, trace.id);
    if (stored === undefined) throw new Error("missing trace");
    return stored;
  };
  return {
    signals: {
      ...signals,
      async take(scope, traceId, taken) {
        const received = receivedSignalIds(await traces.entries(scope, traceId, { after: 0 }));
        const isOver = isTerminal((await read()).status);
        for (const id of taken) expect(isOver || received.includes(id), "a signal was lost").toBe(true);
        await signals.take(scope, traceId, taken);
      },
    },
    traces: {
      ...traces,
      async claim(request) {
        const { status, waitingFor } = await read();
        const pending = (await signals.pending(trace, trace.id)).map(({ kind }) => kind);
        const expected = isClaimable(leases, { status, waitingFor, wakeAt: null, pending });
        const claimed = await traces.claim(request);
        expect(claimed !== undefined, `a ${status} run was claimed`).toBe(expected);
        if (claimed !== undefined) noteLease(leases, claimed.lease, request.leaseMs);
        return claimed;
      },
      async append(batch) {
        const isHolder = batch.fence === leases.lease?.fence;
        await traces.append(batch);
        expect(isHolder, "a worker without the lease wrote").toBe(true);
      },
      async release(lease) {
        await traces.release(lease);
        noteRelease(leases, lease);
      },
    },
  };
}

/** The stores of a mortal process: operations take turns, and all fail after its death. */
export function mortalStores(
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

/** Ids of the signals that a log has received. */
export function receivedSignalIds(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "signal.received" ? [entry.data.signalId] : [],
  );
}
