import type { Entry } from "./log/entry.ts";
import type { Trace } from "./log/trace.ts";
import type { Scope } from "./ports/scope.ts";
import type { TraceStore } from "./ports/trace-store.ts";

const PAGE = 2_000;
/** A chain longer than this is a defect (a cycle), not a conversation. */
const LONGEST_CHAIN = 10_000;

/** One stretch of a resolved log: own entries of a trace, both ends inclusive. */
export type LogSegment = { readonly traceId: string; readonly from: number; readonly to: number };

/** The stretches a trace's log is made of, oldest first: shared prefixes by reference, then its own (M4). */
export async function logSegments(store: TraceStore, scope: Scope, trace: Trace): Promise<readonly LogSegment[]> {
  const segments: LogSegment[] = [];
  let current: Trace | undefined = trace;
  let to = Number.MAX_SAFE_INTEGER;
  for (let step = 0; current !== undefined && step < LONGEST_CHAIN; step += 1) {
    const from: number = (current.origin?.sequence ?? 0) + 1;
    if (to >= from) segments.unshift({ traceId: current.id, from, to: Math.min(to, current.id === trace.id ? to : current.lastSequence) });
    if (current.origin === null) break;
    to = Math.min(to, current.origin.sequence);
    current = await store.get(scope, current.origin.traceId);
  }
  return segments;
}

/** All entries of a resolved log, in order. */
export async function readLog(store: TraceStore, scope: Scope, trace: Trace): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const segment of await logSegments(store, scope, trace)) {
    let after = segment.from - 1;
    for (;;) {
      const page = await store.entries(scope, segment.traceId, { after, until: segment.to, limit: PAGE });
      entries.push(...page);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last.sequence;
    }
  }
  return entries;
}
