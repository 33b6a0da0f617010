import { GoaltraceError } from "@goaltrace/core";
import type { Scope, TraceStore } from "@goaltrace/core";
import { resolveLog } from "@goaltrace/core/log";
import type { Entry, SkeletonEntry, Trace } from "@goaltrace/core/log";

/** Entries are read in pages of this size: large enough for few round trips, small enough to hold. */
const LOG_PAGE = 1_000;
/** Slim forms are a hundredth of their entries: so many of them are a few megabytes. */
const SKELETON_PAGE = 20_000;

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

/** The whole log without its payloads, to where it ended when the trace was read. */
export async function readSkeleton(
  reader: { readonly traces: TraceStore; readonly scope: Scope },
  trace: Trace,
): Promise<{ readonly entries: readonly SkeletonEntry[]; readonly lastSequence: number }> {
  const { traces, scope } = reader;
  const entries: SkeletonEntry[] = [];
  for (const segment of await resolveLog(async (id) => traces.get(scope, id), trace)) {
    for (let after = segment.from - 1; after < segment.to; after += SKELETON_PAGE) {
      const until = Math.min(segment.to, after + SKELETON_PAGE);
      for (const entry of await traces.skeleton(scope, segment.traceId, { after, until }))
        entries.push(entry);
    }
  }
  return { entries, lastSequence: trace.lastSequence };
}

function traceNotFound(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "There is no such trace in this workspace.",
    fix: "Check the address; the trace may have been deleted.",
  });
}
