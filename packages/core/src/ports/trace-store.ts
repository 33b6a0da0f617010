import type { Entry } from "../log/entry.ts";
import type { OutlineEntry } from "../log/outline.ts";
import type { Trace, TraceProjection, TraceStatus } from "../log/trace.ts";
import type { KnownSignal, Signal } from "../signals/signal.ts";
import type { Blob } from "./blob-store.ts";
import type { Scope } from "./scope.ts";

/** The right to append to a root trace and its children. `fence` grows with each claim; appends with a stale fence fail. */
export type Lease = {
  readonly rootId: string;
  readonly owner: string;
  readonly fence: number;
  readonly until: number;
};

/**
 * The fate of the holder before a claim. `released`: none, or it gave the run back; `lost`: its lease expired although its process lives;
 * `died`: its lease expired and its process is gone. A store that cannot tell the last two apart reports `died`.
 */
export type PreviousHolder = "released" | "lost" | "died";

/** One atomic append to a log: entries with their projection and blobs. */
export type AppendBatch = {
  readonly traceId: string;
  readonly rootId: string;
  readonly fence: number;
  readonly entries: readonly Entry[];
  readonly projection: TraceProjection;
  readonly blobs: readonly Blob[];
};

/** A claimed run. */
export type Claimed = {
  readonly trace: Trace;
  readonly lease: Lease;
  readonly previousHolder: PreviousHolder;
};

export type TraceFilter = {
  readonly statuses?: readonly TraceStatus[];
  readonly conversationId?: string;
};

/** A keyset page, newest first. Cursors are opaque; null is the start or the end. */
export type Page<T> = { readonly items: readonly T[]; readonly nextCursor: string | null };

/**
 * The source of truth for traces. `append` resolves only after the commit. Throws LEASE_LOST if the fence is stale or the lease was released; a lease
 * that expired unnoticed is still held until another claim. Throws SEQUENCE_CONFLICT if `entries` do not follow `lastSequence`, and NOT_FOUND outside the scope's workspace.
 */
export interface TraceStore {
  /** Stores a new queued trace with its first entries (the user's message). Throws CONFLICT while its conversation has another run. */
  create(scope: Scope, trace: Trace, entries: readonly Entry[], blobs: readonly Blob[]): Promise<void>;
  append(batch: AppendBatch): Promise<void>;
  get(scope: Scope, traceId: string): Promise<Trace | undefined>;
  /** Returns root traces, newest first; a child belongs to its root's run. */
  list(
    scope: Scope,
    filter: TraceFilter,
    page: { readonly cursor: string | null; readonly limit: number },
  ): Promise<Page<Trace>>;
  /** Returns the root and all traces spawned below it, oldest first; empty outside the scope's workspace. */
  family(scope: Scope, rootId: string): Promise<readonly Trace[]>;
  /** Returns the root that the conversation's next turn continues: the one created last, even if clocks disagree. */
  head(scope: Scope, conversationId: string): Promise<Trace | undefined>;
  /** Returns own entries with after < sequence <= until, ascending, at most `limit` (default 1,000), except events of the types `without`. */
  entries(
    scope: Scope,
    traceId: string,
    range: {
      readonly after: number;
      readonly until?: number;
      readonly limit?: number;
      readonly without?: readonly string[];
    },
  ): Promise<readonly Entry[]>;
  entry(scope: Scope, traceId: string, sequence: number): Promise<Entry | undefined>;
  /** Returns the outlines of all own entries with after < sequence <= until, ascending. There is no limit, so request a bounded range. */
  outline(
    scope: Scope,
    traceId: string,
    range: { readonly after: number; readonly until: number },
  ): Promise<readonly OutlineEntry[]>;
  /** Deletes a trace after moving shared prefixes to its continuations and forks. */
  delete(scope: Scope, traceId: string): Promise<void>;
  /**
   * Replaces the content of one of the trace's own entries with a numbered tombstone, in every log that shares it, together with events that
   * repeat it (`isErasedWith`) and the texts of the trace itself. Throws CONFLICT while a worker holds a run whose log contains the entry,
   * because that run would send it to a model again.
   */
  erase(scope: Scope, traceId: string, sequence: number): Promise<void>;
  /**
   * Claims the oldest claimable root of the workspace whose turn it is: workspaces with claimable roots take turns, so that the runs of one
   * never delay those of another by more than one claim each. A claim with `only` or `unmarkedForMs` takes no turn. A root is claimable if no one holds its lease and it is queued, running, or waiting with a pending
   * signal that answers its wait, or that of a waiting trace below it (`ANSWERS`), or a wake time (`wakeTime`) that has passed. `only` restricts the claim to one trace.
   * `folders` restricts it to runs of these folders or without a folder, except that any worker may claim a run with a pending cancel.
   * `unmarkedForMs` restricts it to runs of at least that age that are not waiting. `except` excludes runs that the caller still executes,
   * `exceptWorkspaces` all runs of these.
   */
  claim(request: {
    readonly owner: string;
    readonly leaseMs: number;
    readonly only?: string;
    readonly folders?: readonly string[];
    readonly unmarkedForMs?: number;
    readonly except?: readonly string[];
    readonly exceptWorkspaces?: readonly string[];
  }): Promise<Claimed | undefined>;
  /** Returns the distinct project folders of all claimable roots, so that a worker can check which of them it has. */
  waitingFolders(): Promise<readonly string[]>;
  /** Renews a lease, even an expired one that no one has claimed since. Returns false if it was lost. */
  heartbeat(lease: Lease, leaseMs: number): Promise<boolean>;
  release(lease: Lease): Promise<void>;
}

/** Stores the signals of runs until the lease holder takes them. */
export interface SignalStore {
  /**
   * Stores a signal, notifies the lease holder, and wakes workers if the run waits. Inserting the same id again has no effect, even after it was
   * taken, and returns false. Throws NOT_FOUND outside the scope's workspace.
   */
  insert(scope: Scope, signal: KnownSignal): Promise<boolean>;
  /** Returns the signals not yet taken, oldest first; empty for a trace of another workspace. */
  pending(scope: Scope, traceId: string): Promise<readonly Signal[]>;
  /** Marks signals as taken, for good. Ignores signals that this version cannot read and those of other workspaces. */
  take(scope: Scope, traceId: string, signalIds: readonly string[]): Promise<void>;
}
