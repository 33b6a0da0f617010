import { createHash, randomUUID } from "node:crypto";
import type { Entry, Trace } from "@goaltrace/core/log";
import type { AppendBatch, Blob, Lease, Scope } from "@goaltrace/core/ports";
import { buildTrace } from "@goaltrace/core/testing";

/** The start time of test runs, in milliseconds since the epoch. */
const START = 1_700_000_000_000;

/** Returns a scope with a new workspace. */
export const newScope = (): Scope => ({ workspaceId: randomUUID(), personId: "person" });

/** Returns a queued trace with one message and no conversation. */
export function newTrace(scope: Scope, changes: Partial<Trace> = {}): Trace {
  const trace = buildTrace({
    id: randomUUID(),
    ...scope,
    models: ["scripted/demo"],
    task: "Look",
    ...changes,
  });
  const lastSequence = changes.lastSequence ?? 1;
  const totals = changes.totals ?? { ...trace.totals, messages: 1 };
  return { ...trace, createdAt: changes.createdAt ?? START, lastSequence, totals };
}

/** Returns a message of a person with a single text part. */
export function newEntry(traceId: string, sequence: number, text = "Hello"): Entry {
  return {
    ...{ id: randomUUID(), traceId, sequence, version: 1, at: START + sequence, goalId: "root" },
    ...{
      kind: "message",
      role: "user",
      parts: [{ type: "text", text }],
      author: "person",
      description: text,
      tokens: 1,
    },
  };
}

/** Returns a batch of entries under a lease. Its projection knows only the last sequence number. */
export function newBatch(trace: Trace, lease: Lease, entries: readonly Entry[]): AppendBatch {
  const lastSequence = entries.at(-1)?.sequence ?? 0;
  return {
    traceId: trace.id,
    rootId: trace.rootId,
    fence: lease.fence,
    entries,
    blobs: [],
    projection: { ...trace, status: "running", lastSequence },
  };
}

/** Returns a blob with new text. */
export function newBlob(): Blob {
  const text = randomUUID();
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { sha256, mediaType: "text/plain", encoding: "utf8", text };
}

/** Returns an event that refers to a blob. */
export const newReference = (traceId: string, sequence: number, blob: Blob): Entry => ({
  ...{ id: randomUUID(), traceId, sequence, version: 1, at: 1, goalId: "root", kind: "event" },
  ...{ type: "context.set", data: { slot: "instructions", blob: blob.sha256, tokens: 1, source: "" } },
});
