import type { Entry, EntryDraft } from "../log/entry.ts";
import { projectEntry } from "../log/project.ts";
import { createSequencer } from "../log/sequence.ts";
import type { Trace, TraceProjection } from "../log/trace.ts";
import type { Update } from "../log/update.ts";
import type { Blob } from "../ports/blob-store.ts";
import type { Redactor } from "../ports/redactor.ts";
import { BLOB_ASSUMED_STORED_MS } from "../tunables.ts";
import type { RunPorts } from "./ports.ts";
import { redactDraft } from "./redact-draft.ts";

/** Numbers entries, keeps the projection, and commits what was staged as one batch. */
export type LogWriter = {
  /** Masks secrets in an entry, numbers it and applies it to the run's state at once; durable only after `flush`. */
  stage(draft: EntryDraft): Entry;
  /** Adds content to the next batch and gives its hash. Secrets in it are the caller's business: what is stored must be what is sent. */
  stageBlob(text: string, mediaType: string): string;
  /** Resolves when everything staged so far is committed; rejects with LEASE_LOST when the run is no longer ours. */
  flush(): Promise<void>;
  readonly projection: TraceProjection;
};

/** Creates the writer of one trace. Updates are emitted after commit, so that nobody watches what may still be lost. */
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
  /** When each was sent, by hash. */
  const knownBlobs = new Map<string, number>();
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
      const now = ports.clock.now();
      if (now - (knownBlobs.get(sha256) ?? Number.NEGATIVE_INFINITY) > BLOB_ASSUMED_STORED_MS) {
        knownBlobs.set(sha256, now);
        blobs.push({ sha256, mediaType, encoding: "utf8", text });
      }
      return sha256;
    },
    async flush() {
      if (entries.length === 0) return;
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
      await ports.traces.append(batch);
      for (const entry of batch.entries) options.emit({ kind: "entry", entry });
    },
  };
}
