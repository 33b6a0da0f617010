import { GoaltraceError } from "../errors.ts";
import type { LogOrigin, Trace } from "./trace.ts";

/** A range of one trace's own entries, both ends inclusive. */
export type LogSegment = { readonly traceId: string; readonly from: number; readonly to: number };

/** The fields of a trace that resolving its log needs. */
export type LogHeader = Pick<Trace, "id" | "origin" | "lastSequence">;

/**
 * Returns the segments that make up the log of `trace`, oldest first: each ancestor up to its fork point, then the trace's own entries.
 * `ancestors` must hold the whole chain, in any order. Sequences are continuous across segments. Errors: NOT_FOUND when an ancestor is
 * missing, INTERNAL when the chain is circular.
 */
export function joinSegments(trace: LogHeader, ancestors: readonly LogHeader[]): readonly LogSegment[] {
  const byId = new Map(ancestors.map((ancestor) => [ancestor.id, ancestor]));
  const segments: LogSegment[] = [];
  const seen = new Set<string>();
  let current: LogHeader | undefined = trace;
  let limit = trace.lastSequence;
  while (current !== undefined) {
    if (seen.has(current.id)) throw circular(current.id);
    seen.add(current.id);
    const { origin }: LogHeader = current;
    const from: number = origin === null ? 1 : origin.sequence + 1;
    if (from <= limit) segments.push({ traceId: current.id, from, to: limit });
    if (origin === null) break;
    // An ancestor that was itself forked after `limit` still ends at its child's fork point.
    limit = Math.min(limit, origin.sequence);
    current = byId.get(origin.traceId);
    if (current === undefined) throw missing(origin.traceId);
  }
  return segments.reverse();
}

/**
 * Resolves the log of a trace by fetching its ancestors one by one. `fetch` returns undefined for a trace that does not exist or that the
 * caller may not see. Errors: see `joinSegments`.
 */
export async function resolveLog(
  fetch: (traceId: string) => Promise<LogHeader | undefined>,
  trace: LogHeader,
): Promise<readonly LogSegment[]> {
  const ancestors: LogHeader[] = [];
  const seen = new Set([trace.id]);
  let origin: LogOrigin | null = trace.origin;
  while (origin !== null) {
    if (seen.has(origin.traceId)) throw circular(origin.traceId);
    seen.add(origin.traceId);
    const ancestor: LogHeader | undefined = await fetch(origin.traceId);
    if (ancestor === undefined) throw missing(origin.traceId);
    ancestors.push(ancestor);
    origin = ancestor.origin;
  }
  return joinSegments(trace, ancestors);
}

function missing(traceId: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `The log refers to trace ${traceId}, which does not exist.`,
    fix: "Restore that trace from an export, or export this trace together with its ancestors.",
  });
}

function circular(traceId: string): GoaltraceError {
  return new GoaltraceError({
    code: "INTERNAL",
    message: `The log of trace ${traceId} refers back to itself.`,
    fix: "The stored origins are corrupt; restore the trace from an export or a backup.",
  });
}
