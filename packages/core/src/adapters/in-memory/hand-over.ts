import { withTraceId } from "../../log/upcast.ts";
import type { Trace } from "../../log/trace.ts";
import type { MemoryState, TraceRecord } from "./memory-state.ts";

/**
 * Hands shared entries of a trace to its dependents before deletion: the one that shares most becomes their owner, and the others then
 * refer to that one at the same sequence. Traces that forked before the trace's own entries refer to its origin instead.
 */
export function handOver(state: MemoryState, leaving: TraceRecord): void {
  const start = leaving.trace.origin?.sequence ?? 0;
  const sharing: TraceRecord[] = [];
  for (const record of state.traces.values()) {
    const { origin } = record.trace;
    if (origin?.traceId !== leaving.trace.id) continue;
    if (origin.sequence > start) sharing.push(record);
    else moveOrigin(record, leaving.trace.origin?.traceId ?? null);
  }
  sharing.sort((left, right) => sharedUpTo(right) - sharedUpTo(left));
  const [heir, ...others] = sharing;
  if (heir === undefined) return;
  const shared = leaving.entries.filter((entry) => entry.sequence <= sharedUpTo(heir));
  heir.entries = [...shared.map((entry) => withTraceId(entry, heir.trace.id)), ...heir.entries];
  heir.trace = { ...heir.trace, origin: leaving.trace.origin };
  for (const other of others) moveOrigin(other, heir.trace.id);
}

function sharedUpTo(record: TraceRecord): number {
  return record.trace.origin?.sequence ?? 0;
}

function moveOrigin(record: TraceRecord, traceId: string | null): void {
  const { origin } = record.trace;
  const moved: Trace["origin"] = origin === null || traceId === null ? null : { ...origin, traceId };
  record.trace = { ...record.trace, origin: moved };
}
