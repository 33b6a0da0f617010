import { GoaltraceError } from "../../errors.ts";
import type { Entry } from "../../log/entry.ts";
import { toOutline } from "../../log/to-outline.ts";
import { recallingResults } from "../../log/recalling-results.ts";
import { eraseFromTrace, isErasedWith, toTombstone } from "../../log/tombstone.ts";
import { isTerminal, pickProjection, type Trace } from "../../log/trace.ts";
import type { Scope } from "../../ports/scope.ts";
import type { AppendBatch, Page, TraceFilter, TraceStore } from "../../ports/trace-store.ts";
import { handOver } from "./hand-over.ts";
import { createInMemoryLeases, holdsLease } from "./leases.ts";
import {
  conversationKey,
  storeBlob,
  type MemoryState,
  type TraceRecord,
  wakeMoment,
} from "./memory-state.ts";
import { entryInUse } from "../../log/erased.ts";
import { traceNotFound } from "./signal-store.ts";
import { compareTraces, type TracePosition } from "./trace-order.ts";

const DEFAULT_ENTRIES = 1_000;

/** Creates an in-memory trace store with the guarantees of a database store, for tests and for programs without a database. */
export function createInMemoryTraceStore(state: MemoryState): TraceStore {
  const find = (scope: Scope, traceId: string): TraceRecord | undefined => {
    const record = state.traces.get(traceId);
    return record?.trace.workspaceId === scope.workspaceId ? record : undefined;
  };
  const require = (scope: Scope, traceId: string): TraceRecord => {
    const record = find(scope, traceId);
    if (record === undefined) throw traceNotFound(traceId);
    return record;
  };
  return {
    ...createInMemoryLeases(state),
    async create(...[scope, trace, entries, blobs]) {
      if (trace.workspaceId !== scope.workspaceId) throw traceNotFound(trace.id);
      if (state.traces.has(trace.id)) throw conflict(`Trace ${trace.id} already exists.`);
      if (trace.origin !== null) require(scope, trace.origin.traceId);
      checkSequence(entries, trace.origin?.sequence ?? 0);
      if (hasActiveRun(state, trace))
        throw conflict("The previous turn of this conversation is still running.");
      for (const blob of blobs) storeBlob(state, trace.workspaceId, blob);
      state.traces.set(trace.id, {
        ...{ trace, entries: [...entries], fence: 0, lease: null },
        wakesAt: wakeMoment(trace, state.clock),
      });
      if (trace.conversationId !== null && isRoot(trace))
        state.heads.set(conversationKey(trace.workspaceId, trace.conversationId), trace.id);
    },
    async append(batch) {
      appendBatch(state, batch);
    },
    async get(scope, traceId) {
      return find(scope, traceId)?.trace;
    },
    async list(scope, filter, page) {
      return listPage(state, { scope, filter, page });
    },
    async family({ workspaceId }, rootId) {
      return [...state.traces.values()]
        .map((record) => record.trace)
        .filter((trace) => trace.workspaceId === workspaceId && trace.rootId === rootId)
        .sort(compareTraces);
    },
    async head(scope, conversationId) {
      return find(scope, state.heads.get(conversationKey(scope.workspaceId, conversationId)) ?? "")?.trace;
    },
    async entries(scope, traceId, range) {
      const record = find(scope, traceId);
      const first = record?.entries[0]?.sequence;
      if (record === undefined || first === undefined) return [];
      const from = Math.max(0, range.after + 1 - first);
      const until = range.until === undefined ? record.entries.length : Math.max(0, range.until + 1 - first);
      const { limit = DEFAULT_ENTRIES, without } = range;
      if (without === undefined) return record.entries.slice(from, Math.min(until, from + limit));
      const isWanted = (entry: Entry): boolean => entry.kind === "message" || !without.includes(entry.type);
      return record.entries.slice(from, until).filter(isWanted).slice(0, limit);
    },
    async entry(scope, traceId, sequence) {
      const record = find(scope, traceId);
      const first = record?.entries[0]?.sequence;
      return first === undefined ? undefined : record?.entries[sequence - first];
    },
    async outline(scope, traceId, { after, until }) {
      const range = find(scope, traceId)?.entries.filter(
        (entry) => entry.sequence > after && entry.sequence <= until,
      );
      return (range ?? []).flatMap((entry) => toOutline(entry) ?? []);
    },
    async delete(scope, traceId) {
      const record = require(scope, traceId);
      for (const other of [...state.traces.values()]) {
        if (other.trace.rootId === traceId && other !== record) remove(state, other);
      }
      remove(state, record);
    },
    async erase(scope, traceId, sequence) {
      eraseEntry(state, require(scope, traceId), sequence);
    },
  };
}

function eraseEntry(state: MemoryState, owner: TraceRecord, sequence: number): void {
  const entry = owner.entries.find((candidate) => candidate.sequence === sequence);
  if (entry === undefined) throw traceNotFound(`${owner.trace.id} entry ${sequence}`);
  const sharing = sharingEntry(state, owner, sequence);
  const now = state.clock.monotonic();
  for (const { trace } of sharing) {
    const lease = state.traces.get(trace.rootId)?.lease ?? null;
    if (lease !== null && lease.expiresAt > now) throw entryInUse();
  }
  const log = sharing.flatMap(({ entries }) => entries);
  const sources = entry.kind === "message" ? [entry, ...recallingResults(entry, log)] : [entry];
  for (const record of sharing) {
    record.trace = sources.reduce<Trace>(eraseFromTrace, record.trace);
    for (const [position, other] of record.entries.entries())
      if (sources.some((source) => source === other || isErasedWith(source, other)))
        record.entries[position] = toTombstone(other);
  }
}

/** Returns the owner of an entry and all traces whose logs continue or fork it after that entry. */
function sharingEntry(state: MemoryState, owner: TraceRecord, sequence: number): readonly TraceRecord[] {
  const sharing = [owner];
  for (const { trace } of sharing)
    for (const record of state.traces.values()) {
      const { origin } = record.trace;
      if (origin?.traceId === trace.id && origin.sequence >= sequence) sharing.push(record);
    }
  return sharing;
}

function isRoot({ id, rootId }: Trace): boolean {
  return id === rootId;
}

/** A conversation has at most one active run. */
function hasActiveRun(state: MemoryState, trace: Trace): boolean {
  if (trace.conversationId === null || !isRoot(trace) || isTerminal(trace.status)) return false;
  return [...state.traces.values()].some(
    ({ trace: other }) =>
      other.workspaceId === trace.workspaceId &&
      other.conversationId === trace.conversationId &&
      isRoot(other) &&
      !isTerminal(other.status),
  );
}

function appendBatch(state: MemoryState, batch: AppendBatch): void {
  const record = state.traces.get(batch.traceId);
  const root = state.traces.get(batch.rootId);
  if (record === undefined || root === undefined || record.trace.rootId !== batch.rootId)
    throw leaseLost(batch.rootId);
  if (!holdsLease(root, batch.fence)) throw leaseLost(batch.rootId);
  checkSequence(batch.entries, record.trace.lastSequence);
  for (const blob of batch.blobs) storeBlob(state, record.trace.workspaceId, blob);
  for (const entry of batch.entries) record.entries.push(entry);
  // A projection without a wake time clears the old one.
  const { wakeAt: _, ...header } = record.trace;
  record.trace = { ...header, ...pickProjection(batch.projection) };
  record.wakesAt = wakeMoment(record.trace, state.clock);
}

function checkSequence(entries: readonly Entry[], last: number): void {
  entries.forEach((entry, index) => {
    const expected = last + 1 + index;
    if (entry.sequence === expected) return;
    throw new GoaltraceError({
      code: "SEQUENCE_CONFLICT",
      message: `Entry ${entry.sequence} of trace ${entry.traceId} should have sequence ${expected}.`,
      fix: "Read the log again and continue after its last entry.",
    });
  });
}

function remove(state: MemoryState, record: TraceRecord): void {
  handOver(state, record);
  state.traces.delete(record.trace.id);
  for (const [key, { signal }] of state.signals) {
    if (signal.traceId === record.trace.id) state.signals.delete(key);
  }
  for (const [key, traceId] of state.heads) {
    if (traceId === record.trace.id) moveHead(state, key, record.trace);
  }
}

/** A conversation whose head is deleted continues from its newest remaining root. */
function moveHead(state: MemoryState, key: string, { workspaceId, conversationId }: Trace): void {
  const [newest] = [...state.traces.values()]
    .map((record) => record.trace)
    .filter((trace) => trace.workspaceId === workspaceId && trace.conversationId === conversationId)
    .filter(isRoot)
    .sort((left, right) => compareTraces(right, left));
  if (newest === undefined) state.heads.delete(key);
  else state.heads.set(key, newest.id);
}

function listPage(
  state: MemoryState,
  query: {
    readonly scope: Scope;
    readonly filter: TraceFilter;
    readonly page: { readonly cursor: string | null; readonly limit: number };
  },
): Page<Trace> {
  const { filter, page } = query;
  const after = page.cursor === null ? null : readCursor(page.cursor);
  const matches = [...state.traces.values()]
    .map((record) => record.trace)
    .filter((trace) => isRoot(trace) && trace.workspaceId === query.scope.workspaceId)
    .filter((trace) => filter.statuses === undefined || filter.statuses.includes(trace.status))
    .filter((trace) => filter.conversationId === undefined || trace.conversationId === filter.conversationId)
    .filter((trace) => after === null || compareTraces(trace, after) < 0)
    .sort((left, right) => compareTraces(right, left));
  const items = matches.slice(0, page.limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: last === undefined || matches.length === items.length ? null : `${last.createdAt}:${last.id}`,
  };
}

function readCursor(cursor: string): TracePosition {
  const match = /^(\d+):(.+)$/u.exec(cursor);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "Invalid page cursor.",
      fix: "Start from the first page.",
    });
  }
  return { createdAt: Number(match[1]), id: match[2] };
}

function leaseLost(rootId: string): GoaltraceError {
  return new GoaltraceError({
    code: "LEASE_LOST",
    message: `The lease on trace ${rootId} expired or is held by another worker.`,
    fix: "No action needed: the run continues on another worker. If this happens often, check for an overloaded worker or clock skew.",
  });
}

function conflict(message: string): GoaltraceError {
  return new GoaltraceError({ code: "CONFLICT", message, fix: "Use a new id." });
}
