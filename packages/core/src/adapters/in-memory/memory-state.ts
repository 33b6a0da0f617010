import type { Entry } from "../../log/entry.ts";
import { type Trace, wakeTime } from "../../log/trace.ts";
import type { Blob } from "../../ports/blob-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Signal } from "../../signals/signal.ts";

/** A trace's row: `fence` is the last one issued, `lease` the current lease, which expires as measured by `Clock.monotonic`. */
export type TraceRecord = {
  trace: Trace;
  /** Own entries, ascending and gap-free. */
  entries: Entry[];
  fence: number;
  lease: { readonly owner: string; readonly expiresAt: number } | null;
  /** When a waiting run is due, as `Clock.monotonic`. */
  wakesAt: number;
};

export type StoredBlob = { readonly workspaceId: string; readonly blob: Blob; readonly createdAt: number };

/** The state shared by the in-memory stores, like the tables of one database. */
export type MemoryState = {
  readonly clock: Clock;
  readonly traces: Map<string, TraceRecord>;
  /** By workspace and hash. */
  readonly blobs: Map<string, StoredBlob>;
  /** By trace and id. */
  readonly signals: Map<string, { readonly signal: Signal; taken: boolean }>;
  /** Ids of the traces that conversations continue from, by workspace and conversation. */
  readonly heads: Map<string, string>;
};

/** Creates an empty state. */
export function createMemoryState(clock: Clock): MemoryState {
  return { clock, traces: new Map(), blobs: new Map(), signals: new Map(), heads: new Map() };
}

/** Returns when a waiting run is due, as `Clock.monotonic`: a later step of the wall clock neither ends nor prolongs its wait. */
export function wakeMoment(trace: Trace, clock: Clock): number {
  return clock.monotonic() + (wakeTime(trace) ?? Infinity) - clock.now();
}

/** Stores a blob unless the workspace already has it. */
export function storeBlob(state: MemoryState, workspaceId: string, blob: Blob): void {
  const key = blobKey(workspaceId, blob.sha256);
  if (!state.blobs.has(key)) state.blobs.set(key, { workspaceId, blob, createdAt: state.clock.now() });
}

/** The key of a blob in `MemoryState.blobs`. */
export function blobKey(workspaceId: string, sha256: string): string {
  return `${workspaceId}/${sha256}`;
}

/** Returns the pending signals of a trace, oldest first. */
export function pendingSignals(state: MemoryState, traceId: string): readonly Signal[] {
  return [...state.signals.values()]
    .filter((row) => !row.taken && row.signal.traceId === traceId)
    .map((row) => row.signal);
}

/** The key of a conversation in `MemoryState.heads`. */
export function conversationKey(workspaceId: string, conversationId: string): string {
  return `${workspaceId}/${conversationId}`;
}
