import type { Timing } from "./fold-timing.ts";
import { goalPath } from "./goal-sums.ts";
import { endOf } from "./timed-call.ts";
import type { TimeScale } from "./time-scale.ts";

/** Width of a column of the load, in pixels. */
export const LOAD_COLUMN = 3;

/** The calls at once in one column: the most of each kind, and whether one failed there. */
export type LoadColumn = { model: number; tools: number; failed: boolean };

/** Returns the load of folded goals by column, keyed by goal. A failure is never averaged away. O(calls × depth + columns). */
export function loadColumns(
  timing: Timing,
  {
    goals,
    scale,
    tip,
  }: { readonly goals: ReadonlySet<string>; readonly scale: TimeScale; readonly tip: number },
): ReadonlyMap<string, ReadonlyMap<number, LoadColumn>> {
  const loads = new Map<string, Map<number, LoadColumn>>();
  const owners = new Map<string, string | null>();
  for (const call of timing.calls) {
    let owner = owners.get(call.goalId);
    if (owner === undefined) {
      owner = goalPath(timing, call.goalId).findLast((id) => goals.has(id)) ?? null;
      owners.set(call.goalId, owner);
    }
    if (owner === null) continue;
    const columns = loads.get(owner) ?? new Map<number, LoadColumn>();
    loads.set(owner, columns);
    const first = Math.floor(scale.x(call.runFrom) / LOAD_COLUMN);
    const last = Math.max(first, Math.ceil(scale.x(endOf(call, tip)) / LOAD_COLUMN) - 1);
    for (let at = first; at <= last; at += 1) {
      const column = columns.get(at) ?? { model: 0, tools: 0, failed: false };
      columns.set(at, column);
      if (call.kind === "tool") column.tools += 1;
      else column.model += 1;
      if (call.outcome === "error" && at === last) column.failed = true;
    }
  }
  return loads;
}
