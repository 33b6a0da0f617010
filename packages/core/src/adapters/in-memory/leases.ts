import type { Trace } from "../../log/trace.ts";
import type { Lease, TraceStore } from "../../ports/trace-store.ts";
import { answersWait } from "../../signals/answers.ts";
import type { Signal } from "../../signals/signal.ts";
import { type MemoryState, pendingSignals, type TraceRecord } from "./memory-state.ts";
import { compareTraces } from "./trace-order.ts";

/** Creates the lease operations of the in-memory trace store. */
export function createInMemoryLeases(
  state: MemoryState,
): Pick<TraceStore, "claim" | "waitingFolders" | "heartbeat" | "release"> {
  /** The place of each workspace in line. One that has not been served is first. */
  const turns = new Map<string, number>();
  let lastTurn = 0;
  return {
    async claim(request) {
      const claimable = [...state.traces.values()].filter((record) => isClaimable(record, request, state));
      const turnOf = ({ trace }: TraceRecord): number => turns.get(trace.workspaceId) ?? 0;
      claimable.sort((left, right) => turnOf(left) - turnOf(right) || compareTraces(left.trace, right.trace));
      const [record] = claimable;
      if (record === undefined) return undefined;
      if (request.only === undefined && request.unmarkedForMs === undefined)
        turns.set(record.trace.workspaceId, (lastTurn += 1));
      const previousHolder = record.lease === null ? "released" : "died";
      record.fence += 1;
      record.lease = { owner: request.owner, expiresAt: state.clock.monotonic() + request.leaseMs };
      const lease = {
        rootId: record.trace.id,
        owner: request.owner,
        fence: record.fence,
        until: state.clock.now() + request.leaseMs,
      };
      return { trace: record.trace, lease, previousHolder };
    },
    async waitingFolders() {
      const waiting = [...state.traces.values()].filter((record) => isClaimable(record, {}, state));
      return [...new Set(waiting.flatMap((record) => record.trace.projectFolder ?? []))];
    },
    async heartbeat(lease, leaseMs) {
      const record = state.traces.get(lease.rootId);
      if (record === undefined || !holdsLease(record, lease.fence)) return false;
      record.lease = { owner: lease.owner, expiresAt: state.clock.monotonic() + leaseMs };
      return true;
    },
    async release(lease: Lease) {
      const record = state.traces.get(lease.rootId);
      if (record?.fence === lease.fence) record.lease = null;
    },
  };
}

/** Returns true when the fence belongs to a lease that was neither released nor claimed by another worker. */
export function holdsLease(record: TraceRecord, fence: number): boolean {
  return record.lease !== null && record.fence === fence;
}

function isClaimable(
  { trace, lease, wakesAt }: TraceRecord,
  request: Omit<Parameters<TraceStore["claim"]>[0], "owner" | "leaseMs">,
  state: MemoryState,
): boolean {
  const { only, folders, unmarkedForMs, except } = request;
  if (trace.rootId !== trace.id || (lease !== null && lease.expiresAt > state.clock.monotonic()))
    return false;
  if ((only !== undefined && only !== trace.id) || except?.includes(trace.id) === true) return false;
  if (request.exceptWorkspaces?.includes(trace.workspaceId) === true) return false;
  if (
    unmarkedForMs !== undefined &&
    (trace.status === "waiting" || trace.createdAt > state.clock.now() - unmarkedForMs)
  )
    return false;
  const pending = pendingSignals(state, trace.id);
  const isDueNow = isDue(trace, pending, wakesAt <= state.clock.monotonic());
  if (!isDueNow && !isChildAnswered(trace, state)) return false;
  return (
    trace.projectFolder === null ||
    folders === undefined ||
    folders.includes(trace.projectFolder) ||
    pending.some((signal) => signal.kind === "cancel")
  );
}

/** Returns true when a waiting run has a sub-agent whose wait was answered. */
function isChildAnswered({ id, status }: Trace, state: MemoryState): boolean {
  if (status !== "waiting") return false;
  return [...state.traces.values()].some(
    ({ trace: child }) =>
      child.rootId === id &&
      child.id !== id &&
      child.status === "waiting" &&
      pendingSignals(state, child.id).some((signal) => answersWait(signal.kind, child.waitingFor)),
  );
}

/** Returns true when an unclaimed run has work to do. */
function isDue(trace: Trace, pending: readonly Signal[], hasWakened: boolean): boolean {
  switch (trace.status) {
    case "queued":
    case "running":
      return true;
    case "waiting":
      return hasWakened || pending.some((signal) => answersWait(signal.kind, trace.waitingFor));
    case "completed":
    case "failed":
    case "cancelled":
    case "interrupted":
      return false;
  }
}
