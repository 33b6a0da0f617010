import type { Timing } from "./timing.ts";
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
      owner = topmost(timing, call.goalId, goals);
      owners.set(call.goalId, owner);
    }
    if (owner === null) continue;
    let columns = loads.get(owner);
    if (columns === undefined) loads.set(owner, (columns = new Map<number, LoadColumn>()));
    const first = Math.floor(scale.x(call.runFrom) / LOAD_COLUMN);
    const last = Math.max(first, Math.ceil(scale.x(endOf(call, tip)) / LOAD_COLUMN) - 1);
    const isTool = call.kind === "tool";
    for (let at = first; at <= last; at += 1) {
      let column = columns.get(at);
      if (column === undefined) columns.set(at, (column = { model: 0, tools: 0, failed: false }));
      if (isTool) column.tools += 1;
      else column.model += 1;
    }
    const end = columns.get(last);
    if (end !== undefined && call.outcome === "error") end.failed = true;
  }
  return loads;
}

/** Returns the topmost of the goal and those above it that is in a set. */
function topmost(timing: Timing, goalId: string, goals: ReadonlySet<string>): string | null {
  return goalPath(timing, goalId).findLast((id) => goals.has(id)) ?? null;
}
