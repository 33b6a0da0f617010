import { GoaltraceError } from "@goaltrace/core";
import type { Scope, TraceStore } from "@goaltrace/core";
import { resolveLog } from "@goaltrace/core/log";
import type { Entry, LogSegment, OutlineEntry, Trace } from "@goaltrace/core/log";

/** Entries are read in pages of this size: large enough for few round trips, small enough to hold. */
const LOG_PAGE = 1_000;
/** Slim forms are small, and reading the next ones goes on while some are made use of: few round trips, no long stop of the process. */
const SKELETON_PAGE = 5_000;

/** Throws NOT_FOUND for a trace that is not in the scope's workspace. */
export async function readTrace(traces: TraceStore, scope: Scope, traceId: string): Promise<Trace> {
  const trace = await traces.get(scope, traceId);
  if (trace === undefined) throw traceNotFound();
  return trace;
}

export type LogRange = { readonly after: number; readonly limit?: number };

/**
 * The resolved log of a trace, shared prefix included (M4), from the first entry after `after`, in pages. Ends where the log ended when
 * the trace was read.
 */
export async function* readLogPages(
  reader: { readonly traces: TraceStore; readonly scope: Scope },
  trace: Trace,
  range: LogRange,
): AsyncGenerator<readonly Entry[]> {
  const { traces, scope } = reader;
  const segments = await resolveLog(async (id) => traces.get(scope, id), trace);
  let left = range.limit ?? Number.POSITIVE_INFINITY;
  for (const segment of segments) {
    let after = Math.max(range.after, segment.from - 1);
    while (after < segment.to && left > 0) {
      const page = await traces.entries(scope, segment.traceId, {
        after,
        until: segment.to,
        limit: Math.min(LOG_PAGE, left),
      });
      const last = page.at(-1);
      if (last === undefined) break;
      yield page;
      left -= page.length;
      after = last.sequence;
    }
  }
}

/** Entries after `after`, at most `limit`. */
export async function readEntries(
  reader: { readonly traces: TraceStore; readonly scope: Scope },
  trace: Trace,
  range: Required<LogRange>,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const page of readLogPages(reader, trace, range)) entries.push(...page);
  return entries;
}

/** The whole log without its payloads, to where it ended when the trace was read, stretch by stretch. */
export async function* readSkeletonPages(
  { traces, scope }: { readonly traces: TraceStore; readonly scope: Scope },
  trace: Trace,
): AsyncGenerator<readonly OutlineEntry[]> {
  const segments = await resolveLog(async (id) => traces.get(scope, id), trace);
  const stretches = segments.flatMap(stretchesOf);
  const read = async (index: number): Promise<readonly OutlineEntry[]> => {
    const stretch = stretches[index];
    return stretch === undefined ? [] : traces.skeleton(scope, stretch.traceId, stretch);
  };
  let next = read(0);
  for (let index = 0; index < stretches.length; index += 1) {
    const page = await next;
    // While one stretch is made use of here, the database reads the one after.
    next = read(index + 1);
    next.catch(() => undefined);
    yield page;
  }
}

/** The whole log without its payloads. */
export async function readSkeleton(
  reader: { readonly traces: TraceStore; readonly scope: Scope },
  trace: Trace,
): Promise<{ readonly entries: readonly OutlineEntry[]; readonly lastSequence: number }> {
  const entries: OutlineEntry[] = [];
  for await (const page of readSkeletonPages(reader, trace)) for (const entry of page) entries.push(entry);
  return { entries, lastSequence: trace.lastSequence };
}

type Stretch = { readonly traceId: string; readonly after: number; readonly until: number };

function stretchesOf({ traceId, from, to }: LogSegment): readonly Stretch[] {
  return Array.from({ length: Math.ceil((to - from + 1) / SKELETON_PAGE) }, (_, index) => {
    const after = from - 1 + index * SKELETON_PAGE;
    return { traceId, after, until: Math.min(to, after + SKELETON_PAGE) };
  });
}

function traceNotFound(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "There is no such trace in this workspace.",
    fix: "Check the address; the trace may have been deleted.",
  });
}
