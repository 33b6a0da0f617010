import { GoaltraceError } from "@goaltrace/core";
import type { Scope, SignalStore, TraceStore } from "@goaltrace/core";
import type { RunEventPayloads, Trace } from "@goaltrace/core/log";
import { readEntries, readLogPages } from "./read-log.ts";

type Reader = { readonly traces: TraceStore; readonly signals: SignalStore; readonly scope: Scope };

/** The failed attempts at a summary stand shortly before what took its place. */
const NEAR = 50;

/** A compaction as it was made, with what was tried before it and what people pinned since. */
export type CompactionReading = {
  readonly sequence: number;
  readonly at: number;
  readonly data: RunEventPayloads["compaction.finished"];
  /** Summaries of a model that could not be used. */
  readonly failures: readonly RunEventPayloads["compaction.failed"][];
  /** Where and when the summary had been written while the run still went on (C6c); null when it was asked for here, or code wrote it. */
  readonly ahead: { readonly sequence: number; readonly at: number } | null;
  /** Texts pinned at any time in this run, or waiting to be. */
  readonly pinned: readonly string[];
};

/** Reads the compaction at a sequence. Errors: NOT_FOUND when there is none. */
export async function readCompaction(
  reader: Reader,
  trace: Trace,
  sequence: number,
): Promise<CompactionReading> {
  const after = Math.max(0, sequence - NEAR);
  const entries = await readEntries(reader, trace, { after, limit: sequence - after });
  const entry = entries.find((one) => one.sequence === sequence);
  if (entry?.kind !== "event" || entry.type !== "compaction.finished")
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: `Entry ${sequence} is no compaction.`,
      fix: "Select a seam in the graph, or step to one with c.",
    });
  const { compactionId } = entry.data;
  const failures = entries.flatMap((one) =>
    one.kind === "event" && one.type === "compaction.failed" && one.data.compactionId === compactionId
      ? [one.data]
      : [],
  );
  return {
    sequence,
    at: entry.at,
    data: entry.data,
    failures,
    ...(await readWholeLog(reader, trace, entry.data)),
  };
}

/** What may stand anywhere in the log: the summary written ahead, long before it was taken, and pins. */
async function readWholeLog(
  reader: Reader,
  trace: Trace,
  { callId }: RunEventPayloads["compaction.finished"],
): Promise<Pick<CompactionReading, "ahead" | "pinned">> {
  const waiting = (await reader.signals.pending(trace.id)).flatMap((signal) =>
    signal.kind === "pin" && signal.reason !== null ? [signal.reason] : [],
  );
  const pinned = new Set(waiting);
  let ahead: CompactionReading["ahead"] = null;
  for await (const page of readLogPages(reader, trace, { after: 0 }))
    for (const entry of page) {
      if (entry.kind !== "event") continue;
      if (entry.type === "compaction.pinned") pinned.add(entry.data.text);
      if (entry.type === "compaction.prepared" && entry.data.callId === callId)
        ahead = { sequence: entry.sequence, at: entry.at };
    }
  return { ahead, pinned: [...pinned] };
}
