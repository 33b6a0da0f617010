import type { Entry, EntryDraft } from "../log/entry.ts";
import { projectEntry } from "../log/project.ts";
import { createSequencer } from "../log/sequence.ts";
import type { Trace, TraceProjection } from "../log/trace.ts";
import type { Update } from "../log/update.ts";
import type { Blob } from "../ports/blob-store.ts";
import type { Redactor } from "../ports/redactor.ts";
import type { AppendBatch } from "../ports/trace-store.ts";
import { BLOB_ASSUMED_STORED_MS } from "../tunables.ts";
import type { RunPorts } from "./ports.ts";
import { redactDraft } from "./redact-draft.ts";

/** Numbers entries, updates the projection, and commits staged entries as one batch. */
export type LogWriter = {
  /** Masks secrets in an entry, numbers it, and applies it to the run's state immediately. Durable only after `flush`. */
  stage(draft: EntryDraft): Entry;
  /** Adds content to the next batch and returns its hash. The caller masks secrets, because stored content must equal the content sent. */
  stageBlob(text: string, mediaType: string): string;
  /**
   * Resolves when all entries staged before the call are committed. Rejects with LEASE_LOST if another worker has the run. After a failure the
   * entries stay staged, and the next flush sends the same batch again, because it may have been committed all the same.
   */
  flush(): Promise<void>;
  readonly projection: TraceProjection;
};

/** Creates the writer of one trace. Updates are emitted after the commit, so that watchers never see an entry that is lost later. */
export function createLogWriter(options: {
  readonly trace: Trace;
  readonly fence: number;
  readonly ports: Pick<RunPorts, "ids" | "clock" | "traces" | "hash">;
  readonly redactor: Redactor;
  apply(entry: Entry): void;
  emit(update: Update): void;
}): LogWriter {
  const { trace, ports } = options;
  const sequencer = createSequencer({
    traceId: trace.id,
    ids: ports.ids,
    clock: ports.clock,
    next: trace.lastSequence + 1,
  });
  let projection: TraceProjection = trace;
  let entries: Entry[] = [];
  let blobs: Blob[] = [];
  /** The batch that was sent and not yet acknowledged. */
  let sent: AppendBatch | null = null;
  /** The append in progress. */
  let sending: Promise<void> | null = null;
  let committed = trace.lastSequence;

  function takeBatch(): AppendBatch {
    const batch = {
      traceId: trace.id,
      rootId: trace.rootId,
      fence: options.fence,
      entries,
      projection,
      blobs,
    };
    entries = [];
    blobs = [];
    return batch;
  }

  async function send(): Promise<void> {
    sent ??= takeBatch();
    await ports.traces.append(sent);
    const { entries: appended } = sent;
    sent = null;
    committed = appended.at(-1)?.sequence ?? committed;
    for (const entry of appended) options.emit({ kind: "entry", entry });
  }
  /** The time each blob was last sent, by hash. */
  const blobSentAt = new Map<string, number>();
  return {
    get projection() {
      return projection;
    },
    stage(draft) {
      const entry = sequencer.stamp(redactDraft(draft, options.redactor));
      projection = projectEntry(projection, entry);
      entries.push(entry);
      options.apply(entry);
      return entry;
    },
    stageBlob(text, mediaType) {
      const sha256 = ports.hash.sha256(text);
      const now = ports.clock.monotonic();
      if (now - (blobSentAt.get(sha256) ?? Number.NEGATIVE_INFINITY) > BLOB_ASSUMED_STORED_MS) {
        blobSentAt.set(sha256, now);
        blobs.push({ sha256, mediaType, encoding: "utf8", text });
      }
      return sha256;
    },
    async flush() {
      const last = projection.lastSequence;
      while (committed < last) {
        sending ??= send().finally(() => {
          sending = null;
        });
        await sending;
      }
    },
  };
}
