import type { OutlineOf } from "../log/outline-handlers.ts";
import type { Graph, GraphEdge } from "./graph.ts";

/** Adds the figures of a model call to its goal. Its time is added by `addWorkTime`. */
export function addWork(
  { totals, worked }: GraphEdge,
  { i, o, c, m }: Pick<OutlineOf<"called">, "i" | "o" | "c" | "m">,
): void {
  totals.tokens += i + o;
  totals.cost = totals.cost === null || c === null ? null : totals.cost + c;
  totals.durationMs += m;
  worked.tokens += i + o;
}

/** Work of `ms` milliseconds that began at `from`, in milliseconds since the epoch. */
type WorkTime = { readonly from: number; readonly ms: number };

/**
 * Adds the time of a call to that of its goal. Calls that ran at the same time count once, so the sum is the time in which the goal was worked
 * on. Calls of a goal arrive in the order of their starts; where a log differs, the sum is too small, never too large.
 */
export function addWorkTime(
  { journal }: Pick<Graph, "journal">,
  { worked }: GraphEdge,
  { from, ms }: WorkTime,
): void {
  journal.keep(worked);
  const until = from + ms;
  worked.ms += Math.max(0, until - Math.max(from, worked.until));
  worked.until = Math.max(worked.until, until);
}
