import { GoaltraceError } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import { resolveLog, type LogSegment } from "../log/fork.ts";
import type { Trace } from "../log/trace.ts";
import { LOG_PAGE_ENTRIES } from "../tunables.ts";
import type { LogReader } from "./log-reader.ts";

/** Entries with a sequence above `after`, ascending, at most `limit`, except events of the types `without`; default: all. */
export type LogRange = {
  readonly after: number;
  readonly limit?: number;
  readonly without?: readonly string[];
};

/** Returns the trace with this id. Errors: NOT_FOUND when the reader's workspace has no such trace. */
export async function readTrace({ traces, scope }: LogReader, traceId: string): Promise<Trace> {
  const trace = await traces.get(scope, traceId);
  if (trace !== undefined) return trace;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "No such trace in this workspace.",
    fix: "Check the address; the trace may have been deleted.",
  });
}

/** Returns the segments that make up the log of `trace`, shared prefix first. Errors: as `resolveLog`. */
export async function readSegments(
  { traces, scope }: LogReader,
  trace: Trace,
): Promise<readonly LogSegment[]> {
  return await resolveLog(async (traceId) => await traces.get(scope, traceId), trace);
}

/**
 * Yields the resolved log of a trace, shared prefix included, in pages that belong to one trace each. Ends at the last entry known to
 * `trace`. Holds one page at a time. Errors: as `resolveLog`.
 */
export async function* readLogPages(
  reader: LogReader,
  trace: Trace,
  range: LogRange = { after: 0 },
): AsyncGenerator<readonly Entry[]> {
  const segments = await readSegments(reader, trace);
  let left = range.limit ?? Number.POSITIVE_INFINITY;
  for (const segment of segments) {
    let after = Math.max(range.after, segment.from - 1);
    while (after < segment.to && left > 0) {
      const page = await reader.traces.entries(reader.scope, segment.traceId, {
        after,
        until: segment.to,
        limit: Math.min(LOG_PAGE_ENTRIES, left),
        ...(range.without === undefined ? {} : { without: range.without }),
      });
      const last = page.at(-1);
      if (last === undefined) break;
      yield page;
      left -= page.length;
      after = last.sequence;
    }
  }
}

/** Returns all entries of a range, in memory at once: pass a `limit` unless the whole log is needed. Errors: as `resolveLog`. */
export async function readEntries(
  reader: LogReader,
  trace: Trace,
  range: LogRange,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const page of readLogPages(reader, trace, range)) for (const entry of page) entries.push(entry);
  return entries;
}

/** Returns the whole resolved log, in memory at once. Errors: as `resolveLog`. */
export async function readLog(reader: LogReader, trace: Trace): Promise<readonly Entry[]> {
  return await readEntries(reader, trace, { after: 0 });
}

/** Returns one entry of the resolved log. Errors: NOT_FOUND when the log has no entry with this sequence. */
export async function readEntry(reader: LogReader, trace: Trace, sequence: number): Promise<Entry> {
  const [entry] = await readEntries(reader, trace, { after: sequence - 1, limit: 1 });
  if (entry?.sequence === sequence) return entry;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: `This trace has no entry ${sequence}.`,
    fix: "Select an entry in the tree or the graph.",
  });
}
