import type { Entry } from "../log/entry.ts";
import type { OutlineEntry } from "../log/outline.ts";
import type { Trace, TraceProjection, TraceStatus } from "../log/trace.ts";
import type { KnownSignal, Signal } from "../signals/signal.ts";
import type { Blob } from "./blob-store.ts";
import type { Scope } from "./scope.ts";

/** The right to append to a root trace and its children. `fence` grows with each claim; a stale fence fails. */
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
  /** Stores a new queued trace with its first entries (the user's message). CONFLICT while its conversation has another run. */
  create(scope: Scope, trace: Trace, entries: readonly Entry[], blobs: readonly Blob[]): Promise<void>;
  append(batch: AppendBatch): Promise<void>;
  get(scope: Scope, traceId: string): Promise<Trace | undefined>;
  /** Roots, newest first: a child belongs to its root's run. */
  list(
    scope: Scope,
    filter: TraceFilter,
    page: { readonly cursor: string | null; readonly limit: number },
  ): Promise<Page<Trace>>;
  /** The root and every trace that was spawned below it, oldest first; empty outside the scope's workspace. */
  family(scope: Scope, rootId: string): Promise<readonly Trace[]>;
  /** The root that the conversation's next turn continues: the one created last, also when clocks disagree. */
  head(scope: Scope, conversationId: string): Promise<Trace | undefined>;
  /** Own entries with sequence > after, ascending, at most `limit` (default 1,000). */
  entries(
    scope: Scope,
    traceId: string,
    range: { readonly after: number; readonly until?: number; readonly limit?: number },
  ): Promise<readonly Entry[]>;
  entry(scope: Scope, traceId: string, sequence: number): Promise<Entry | undefined>;
  /** What `toOutline` makes of the own entries with after < sequence <= until, ascending: all of them, so ask for a bounded stretch. */
  skeleton(
    scope: Scope,
    traceId: string,
    range: { readonly after: number; readonly until: number },
  ): Promise<readonly OutlineEntry[]>;
  /** Hands shared prefixes to continuations and forks, then deletes. */
  delete(scope: Scope, traceId: string): Promise<void>;
  /** Replaces one entry's content by a numbered tombstone. */
  erase(scope: Scope, traceId: string, sequence: number): Promise<void>;
  /**
   * Claims the oldest claimable root: one that nobody holds and that is queued, running, or waiting with a pending signal that answers its
   * wait (`ANSWERS`) or a time (`wakeTime`) that has come. `only` restricts to one trace; `folders` to those and to runs without one, but for a run
   * that somebody wants canceled, which anybody can end. `unmarkedForMs` restricts to runs that are as old and do not wait.
   */
  claim(request: {
    readonly owner: string;
    readonly leaseMs: number;
    readonly only?: string;
    readonly folders?: readonly string[];
    readonly unmarkedForMs?: number;
  }): Promise<{ readonly trace: Trace; readonly lease: Lease } | undefined>;
  /** Project folders of the roots that `claim` could give, each once: a worker asks which of them it has. */
  waitingFolders(): Promise<readonly string[]>;
  /** False when the lease was lost. */
  heartbeat(lease: Lease, leaseMs: number): Promise<boolean>;
  release(lease: Lease): Promise<void>;
}

/** Signals of runs, kept until the holder of the lease has taken them. */
export interface SignalStore {
  /**
   * Stores a signal, tells the holder of the lease, and wakes workers when the run waits. Inserting the same id again changes nothing,
   * also after it was taken. NOT_FOUND outside the scope's workspace.
   */
  insert(scope: Scope, signal: KnownSignal): Promise<void>;
  /** Not yet taken, oldest first. Of another workspace's trace there are none. */
  pending(scope: Scope, traceId: string): Promise<readonly Signal[]>;
  /** Marks as taken; a taken signal never comes back. Leaves alone what this version cannot read and what another workspace has. */
  take(scope: Scope, traceId: string, signalIds: readonly string[]): Promise<void>;
}
