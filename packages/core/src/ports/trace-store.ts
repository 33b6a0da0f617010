import type { Entry } from "../log/entry.ts";
import type { SkeletonEntry } from "../log/skeleton.ts";
import type { Trace, TraceProjection, TraceStatus } from "../log/trace.ts";
import type { Blob } from "./blob-store.ts";
import type { Scope } from "./scope.ts";

/** The right to append to a root trace and its children. `fence` grows with each claim; a stale fence fails (M15). */
export type Lease = {
  readonly rootId: string;
  readonly owner: string;
  readonly fence: number;
  readonly until: number;
};

/** One durable step of a log: entries with their projection and blobs, all or nothing. */
export type AppendBatch = {
  readonly traceId: string;
  readonly rootId: string;
  readonly fence: number;
  readonly entries: readonly Entry[];
  readonly projection: TraceProjection;
  readonly blobs: readonly Blob[];
};

export type TraceFilter = {
  readonly statuses?: readonly TraceStatus[];
  readonly conversationId?: string;
};

/** Keyset page, newest first. `cursor` is opaque; null starts. */
export type Page<T> = { readonly items: readonly T[]; readonly nextCursor: string | null };

/**
 * The truth about traces. Promises of `append` resolve only after commit. Errors (thrown GoaltraceError): LEASE_LOST when the fence is
 * stale or the lease is not held, SEQUENCE_CONFLICT when `entries` do not follow `lastSequence`, NOT_FOUND outside the scope's workspace.
 */
export interface TraceStore {
  /** Stores a new queued trace with its first entries (the user's message). CONFLICT while its conversation has another run (R5). */
  create(scope: Scope, trace: Trace, entries: readonly Entry[], blobs: readonly Blob[]): Promise<void>;
  append(batch: AppendBatch): Promise<void>;
  get(scope: Scope, traceId: string): Promise<Trace | undefined>;
  list(
    scope: Scope,
    filter: TraceFilter,
    page: { readonly cursor: string | null; readonly limit: number },
  ): Promise<Page<Trace>>;
  /** Own entries with sequence > after, ascending, at most `limit` (default 1,000). */
  entries(
    scope: Scope,
    traceId: string,
    range: { readonly after: number; readonly until?: number; readonly limit?: number },
  ): Promise<readonly Entry[]>;
  entry(scope: Scope, traceId: string, sequence: number): Promise<Entry | undefined>;
  /** What `skeletonOf` makes of the own entries with after < sequence <= until, ascending: all of them, so ask for a bounded stretch. */
  skeleton(
    scope: Scope,
    traceId: string,
    range: { readonly after: number; readonly until: number },
  ): Promise<readonly SkeletonEntry[]>;
  /** Hands shared prefixes to continuations and forks, then deletes (M19). */
  delete(scope: Scope, traceId: string): Promise<void>;
  /** Replaces one entry's content by a numbered tombstone (M19). */
  erase(scope: Scope, traceId: string, sequence: number): Promise<void>;
  /**
   * Claims the oldest claimable root: queued, running with an expired lease, or waiting for its folder. `only` restricts to one trace;
   * `folders` to those and to runs without one, but for a run that somebody wants cancelled, which anybody can end. `unmarkedForMs` restricts
   * to runs that are as old and do not wait for their folder yet.
   */
  claim(request: {
    readonly owner: string;
    readonly leaseMs: number;
    readonly only?: string;
    readonly folders?: readonly string[];
    readonly unmarkedForMs?: number;
  }): Promise<{ readonly trace: Trace; readonly lease: Lease } | undefined>;
  /** Project folders of the roots that `claim` could give, each once: a worker asks which of them it has (O6). */
  waitingFolders(): Promise<readonly string[]>;
  /** False when the lease was lost. */
  heartbeat(lease: Lease, leaseMs: number): Promise<boolean>;
  release(lease: Lease): Promise<void>;
}

/** A durable, ordered, idempotent request to a run; the lease's holder turns it into an entry (M1, R24). */
export type Signal = {
  readonly id: string;
  readonly traceId: string;
  /** `compact` asks for a summary now, with what to keep above all as its reason (C7); `pin` keeps its reason's text through summaries (C6b). */
  readonly kind: "cancel" | "compact" | "pin";
  readonly personId: string | null;
  readonly reason: string | null;
  readonly at: number;
};

export interface SignalStore {
  /** Inserting the same id again changes nothing. */
  insert(scope: Scope, signal: Signal): Promise<void>;
  /** Not yet taken, oldest first. */
  pending(traceId: string): Promise<readonly Signal[]>;
  /** Marks as taken; a taken signal never comes back. */
  take(traceId: string, signalIds: readonly string[]): Promise<void>;
}
