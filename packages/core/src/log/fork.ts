import { GoaltraceError } from "../errors.ts";
import type { LogOrigin, Trace } from "./trace.ts";

/** A stretch of one trace's own entries, both ends included. */
export type LogSegment = { readonly traceId: string; readonly from: number; readonly to: number };

/** What is needed of a trace to resolve its log. */
export type LogHeader = Pick<Trace, "id" | "origin" | "lastSequence">;

/**
 * The stretches that make up the log of `trace`, oldest first: each ancestor up to where the next one left it, then the trace's own.
 * `ancestors` must hold the whole chain, in any order. Sequences run on, so the stretches follow each other without gap.
 * Errors: NOT_FOUND when an ancestor is missing, INTERNAL when the chain is circular.
 */
export function segmentsOf(trace: LogHeader, ancestors: readonly LogHeader[]): readonly LogSegment[] {
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
    // An ancestor that was itself forked later than `limit` still ends where its child left it.
    limit = Math.min(limit, origin.sequence);
    current = byId.get(origin.traceId);
    if (current === undefined) throw missing(origin.traceId);
  }
  return segments.reverse();
}

/**
 * Resolves the log of a trace by fetching its ancestors one by one. `fetch` gives undefined for a trace that does not exist (or that the
 * asker may not see). Errors: as `segmentsOf`.
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
  return segmentsOf(trace, ancestors);
}

function missing(traceId: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `The log refers to trace ${traceId}, which does not exist.`,
    fix: "Restore that trace from an export, or export this one with the traces it continues.",
  });
}

function circular(traceId: string): GoaltraceError {
  return new GoaltraceError({
    code: "INTERNAL",
    message: `The log of trace ${traceId} refers back to itself.`,
    fix: "The stored origins are damaged; restore the trace from an export or a backup.",
  });
}
