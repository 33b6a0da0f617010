import { GoaltraceError } from "../errors.ts";
import type { RunEventByType, RunEventPayloads } from "../log/run-event.ts";
import type { Trace } from "../log/trace.ts";
import type { SignalStore } from "../ports/trace-store.ts";
import { COMPACTION_READ_ENTRIES } from "../tunables.ts";
import type { ContentReader, LogReader } from "./log-reader.ts";
import { readEntries, readLogPages } from "./read-log.ts";
import { readBlobText } from "./read-original.ts";
import { createRepeatFold, type RepeatedSource } from "./repeated-sources.ts";

/** A reader that also sees pins that the run has not processed yet. */
export type CompactionReader = LogReader & { readonly signals: Pick<SignalStore, "pending"> };

/** A compaction with its failed attempts and with the texts that people pinned in the run. */
export type CompactionReading = {
  readonly sequence: number;
  readonly at: number;
  readonly data: RunEventPayloads["compaction.finished"];
  /** Model summaries that could not be used. */
  readonly failures: readonly RunEventPayloads["compaction.failed"][];
  /** The background summary's entry and time; null when the summary was written at the limit or by code. */
  readonly ahead: { readonly sequence: number; readonly at: number } | null;
  /** Texts pinned at any time in this run, including pins not processed yet. */
  readonly pinned: readonly string[];
  /** Calls that the model repeated after the compaction, whose results it had folded. */
  readonly repeated: readonly RepeatedSource[];
};

/** A text that a compaction produced; `archive` holds user messages that the summary does not show in full. */
export type CompactionPart = "marker" | "attachments" | "summary" | "archive";

/**
 * Returns the compaction at a sequence. One pass over the log with one page in memory at a time. Errors: NOT_FOUND when the entry is not a
 * compaction, otherwise as `resolveLog`.
 */
export async function readCompaction(
  reader: CompactionReader,
  trace: Trace,
  sequence: number,
): Promise<CompactionReading> {
  const after = Math.max(0, sequence - COMPACTION_READ_ENTRIES);
  const entries = await readEntries(reader, trace, { after, limit: sequence - after });
  const entry = entries.find((candidate) => candidate.sequence === sequence);
  if (entry?.kind !== "event" || entry.type !== "compaction.finished")
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: `Entry ${sequence} is not a compaction.`,
      fix: "Select a compaction in the graph, or step to one with c.",
    });
  const { compactionId } = entry.data;
  const failures = entries.flatMap((candidate) =>
    candidate.kind === "event" &&
    candidate.type === "compaction.failed" &&
    candidate.data.compactionId === compactionId
      ? [candidate.data]
      : [],
  );
  return {
    sequence,
    at: entry.at,
    data: entry.data,
    failures,
    ...(await readWholeLog(reader, trace, entry)),
  };
}

/**
 * Returns one text of the compaction at a sequence; empty when there is none. Errors: as `readCompaction`, NOT_FOUND when the text was
 * erased.
 */
export async function readCompactionText(
  reader: CompactionReader & ContentReader,
  trace: Trace,
  selection: { readonly sequence: number; readonly part: CompactionPart },
): Promise<string> {
  const { data } = await readCompaction(reader, trace, selection.sequence);
  const sha256 = data[`${selection.part}Blob`];
  return sha256 === null ? "" : await readBlobText(reader, sha256);
}

/** Background summaries are written long before they are used, and pins and repeated calls can appear anywhere: all need the whole log. */
async function readWholeLog(
  reader: CompactionReader,
  trace: Trace,
  { sequence, data: { callId, ledger } }: RunEventByType["compaction.finished"],
): Promise<Pick<CompactionReading, "ahead" | "pinned" | "repeated">> {
  const pending = (await reader.signals.pending(reader.scope, trace.id)).flatMap((signal) =>
    signal.kind === "pin" ? [signal.payload.text] : [],
  );
  const pinned = new Set(pending);
  const repeats = createRepeatFold(new Set(ledger.map((line) => line.sequence)), sequence);
  let ahead: CompactionReading["ahead"] = null;
  for await (const page of readLogPages(reader, trace))
    for (const entry of page) {
      repeats.add(entry);
      if (entry.kind !== "event") continue;
      if (entry.type === "compaction.pinned") pinned.add(entry.data.text);
      if (entry.type === "compaction.prepared" && entry.data.callId === callId)
        ahead = { sequence: entry.sequence, at: entry.at };
    }
  return { ahead, pinned: [...pinned], repeated: repeats.found() };
}
