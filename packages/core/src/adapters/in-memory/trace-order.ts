import type { Trace } from "../../log/trace.ts";

/** What lists and claims go by: the older first, of equal age the smaller id. */
export type TracePosition = Pick<Trace, "createdAt" | "id">;

/** Negative when `left` comes first. */
export function compareTraces(left: TracePosition, right: TracePosition): number {
  if (left.createdAt !== right.createdAt) return left.createdAt - right.createdAt;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}
