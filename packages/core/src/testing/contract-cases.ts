import { createSystemClock } from "../adapters/system/clock.ts";
import { createSystemIds } from "../adapters/system/ids.ts";
import type { Entry } from "../log/entry.ts";
import { projectEntry } from "../log/project.ts";
import type { Trace } from "../log/trace.ts";
import type { Blob, BlobStore } from "../ports/blob-store.ts";
import type { Scope } from "../ports/scope.ts";
import type { LiveFeed } from "../ports/live-feed.ts";
import type { AppendBatch, Lease, SignalStore, TraceStore } from "../ports/trace-store.ts";
import { buildLog, buildTrace, type LogBuilder } from "./builders.ts";

/**
 * The clock of the stores under test, and its jumps. A store whose clock cannot be moved shifts the stored times of the run in the opposite
 * direction instead: it only compares them with now, so neither a run nor a worker can tell the difference.
 */
export type StoreTime = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Moves the clock of this root and its lease forward, or back when negative. Milliseconds. */
  jump(rootId: string, milliseconds: number): Promise<void>;
  /** Upper bound on the time that passes during a case. Milliseconds. */
  readonly resolutionMs: number;
};

/** The stores under test, sharing one memory or database. `close` is called once at the end. */
export type StoresUnderTest = {
  readonly traces: TraceStore;
  readonly blobs: BlobStore;
  readonly signals: SignalStore;
  readonly live: LiveFeed;
  readonly time: StoreTime;
  /** Creates a conversation without a run, for stores that need one to exist. */
  readonly makeConversation: (scope: Scope, conversationId: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export const LONG_MS = 60_000;
export const clock = createSystemClock();
export const ids = createSystemIds(clock);

/** A stored trace and the builder of its log. */
export type Case = { readonly scope: Scope; readonly trace: Trace; readonly log: LogBuilder };

export type ContractCases = {
  readonly stores: () => StoresUnderTest;
  readonly makeScope: () => Promise<Scope>;
  /** Creates a queued trace with one message, by default in a new workspace. */
  create(overrides?: Partial<Trace>, scope?: Scope): Promise<Case>;
  claim(traceId: string, leaseMs?: number): Promise<Lease>;
  /** Claims what other cases left claimable, so that open claims find only what this case creates. */
  claimAll(): Promise<void>;
  append(
    of: Case,
    lease: Lease,
    added: { readonly entries: readonly Entry[]; readonly blobs?: readonly Blob[] },
  ): Promise<void>;
  /** Returns the sequences of the own entries. */
  sequences(of: Case): Promise<readonly number[]>;
};

/** Creates the helpers shared by the suites of the store contract. */
export function contractCases(stores: () => StoresUnderTest, makeScope: () => Promise<Scope>): ContractCases {
  return {
    stores,
    makeScope,
    async create(overrides = {}, scope) {
      const owner = scope ?? (await makeScope());
      const log = buildLog({ traceId: ids.next(), ids, first: (overrides.origin?.sequence ?? 0) + 1 });
      log.user("The task");
      const trace = buildTrace(
        { id: log.traceId, ...owner, createdAt: clock.now(), ...overrides },
        log.entries,
      );
      await stores().traces.create(owner, trace, log.entries, []);
      return { scope: owner, trace, log };
    },
    async claim(traceId, leaseMs = LONG_MS) {
      const claimed = await stores().traces.claim({ owner: "worker", leaseMs, only: traceId });
      if (claimed === undefined) throw new Error(`Trace ${traceId} could not be claimed.`);
      return claimed.lease;
    },
    async claimAll() {
      const claim = async (): Promise<unknown> =>
        await stores().traces.claim({ owner: "worker", leaseMs: LONG_MS });
      while ((await claim()) !== undefined);
    },
    async append(of, lease, { entries, blobs = [] }) {
      await stores().traces.append(toBatch(of, { lease, entries, blobs }));
    },
    async sequences(of) {
      const entries = await stores().traces.entries(of.scope, of.trace.id, { after: 0 });
      return entries.map((entry) => entry.sequence);
    },
  };
}

function toBatch(
  of: Case,
  added: { readonly lease: Lease; readonly entries: readonly Entry[]; readonly blobs: readonly Blob[] },
): AppendBatch {
  const projection = of.log.entries
    .filter((entry) => entry.sequence <= (added.entries.at(-1)?.sequence ?? 0))
    .reduce(projectEntry, of.trace);
  const { lease, entries, blobs } = added;
  return { traceId: of.trace.id, rootId: of.trace.rootId, fence: lease.fence, entries, projection, blobs };
}
