import type { Trace } from "../../log/trace.ts";

/** The sort key of lists and claims: creation time, then id. */
export type TracePosition = Pick<Trace, "createdAt" | "id">;

/** Returns a negative number when `left` comes first. */
export function compareTraces(left: TracePosition, right: TracePosition): number {
  if (left.createdAt !== right.createdAt) return left.createdAt - right.createdAt;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}
