import { newRun } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import { createNoRedactor } from "@goaltrace/core/in-memory";
import {
  createSequencer,
  type Entry,
  type EntryDraft,
  projectEntry,
  type TraceProjection,
} from "@goaltrace/core/log";
import type { Blob, Clock, Scope, TraceStore } from "@goaltrace/core/ports";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";

const LEASE_MS = 3_600_000;
/** Entries per append, so that large logs are written in few statements. */
const BATCH_ENTRIES = 2_000;

/** A run without an agent: its log is written through the store as a worker would, commit by commit. */
export type WrittenRun = {
  readonly traceId: string;
  /** Resolves after the commit with the written entries, which may refer to `blobs`. Must not be called again before. */
  append(drafts: Iterable<EntryDraft>, blobs?: readonly Blob[]): Promise<readonly Entry[]>;
  /** Ends the run as completed. */
  finish(): Promise<void>;
  /** Gives the lease back. A worker claims the run unless its log has ended or waits for a person. */
  release(): Promise<void>;
};

/** Starts a run with the person's message and `trace.started`, #1 and #2. `clock` provides the times of its entries. */
export async function beginWrittenRun(traces: TraceStore, options: WrittenRunOptions): Promise<WrittenRun> {
  const { scope, task, clock = createSystemClock(), conversationId = null, model = "written" } = options;
  const ids = createSystemIds(clock);
  const created = newRun(
    {
      scope,
      conversationId,
      text: task,
      agent: generalAgent,
      models: [model],
      projectFolder: null,
      origin: null,
    },
    { ids, clock, tokenizer: createTokenizer(), redactor: createNoRedactor() },
  );
  const { id: traceId, rootId } = created.trace;
  await traces.create(scope, created.trace, created.entries, created.blobs);
  const claimed = await traces.claim({ owner: "bench", leaseMs: LEASE_MS, only: traceId });
  if (claimed === undefined) {
    // A worker of this database was faster; it cannot run a model that does not exist.
    await traces.delete(scope, traceId);
    return await beginWrittenRun(traces, options);
  }
  const { lease } = claimed;
  const sequencer = createSequencer({ traceId, ids, clock, next: claimed.trace.lastSequence + 1 });
  let projection: TraceProjection = claimed.trace;

  let unwritten: readonly Blob[] = [];

  async function commit(entries: readonly Entry[]): Promise<void> {
    projection = entries.reduce(projectEntry, projection);
    const blobs = unwritten;
    unwritten = [];
    await traces.append({ traceId, rootId, fence: lease.fence, entries, projection, blobs });
  }

  async function append(
    drafts: Iterable<EntryDraft>,
    blobs: readonly Blob[] = [],
  ): Promise<readonly Entry[]> {
    unwritten = blobs;
    const written: Entry[] = [];
    let batch: Entry[] = [];
    for (const draft of drafts) {
      const entry = sequencer.stamp(draft);
      written.push(entry);
      batch.push(entry);
      if (batch.length < BATCH_ENTRIES) continue;
      await commit(batch);
      batch = [];
    }
    if (batch.length > 0) await commit(batch);
    return written;
  }

  const { agent, models, task: storedTask } = created.trace;
  await append([
    {
      kind: "event",
      type: "trace.started",
      goalId: "root",
      data: { agent, models, task: storedTask, origin: null, projectFolder: null },
    },
  ]);
  return {
    traceId,
    append,
    async finish() {
      await append([
        {
          kind: "event",
          type: "trace.finished",
          goalId: "root",
          data: { status: "completed", failure: null, summary: "Written" },
        },
      ]);
      await traces.release(lease);
    },
    release: async () => await traces.release(lease),
  };
}

type WrittenRunOptions = {
  readonly scope: Scope;
  readonly task: string;
  readonly clock?: Clock;
  readonly conversationId?: string | null;
  readonly model?: string;
};
