import { ROOT_GOAL_ID } from "../../goals/goal.ts";
import type { Timing } from "./fold-timing.ts";
import { endOf, type Stretch, type TimedCall } from "./timed-call.ts";

/** Sums over the calls of a goal and of those below it. `cost` is null when part of it has no price. */
export type GoalTime = {
  calls: number;
  errors: number;
  tokensIn: number;
  tokensOut: number;
  tokensCached: number;
  cost: number | null;
  /** From the start of its first call to the end of its last one. */
  from: number;
  to: number;
  isOpen: boolean;
};

/** Returns the sums of all goals that have calls, with those below them. The root's are those of the run. O(calls × depth). */
export function goalTimes(timing: Timing, tip: number): ReadonlyMap<string, GoalTime> {
  const sums = new Map<string, GoalTime>();
  const paths = new Map<string, readonly string[]>();
  for (const call of timing.calls) {
    let path = paths.get(call.goalId);
    if (path === undefined) paths.set(call.goalId, (path = goalPath(timing, call.goalId)));
    for (const goalId of path) add(sums, goalId, { call, tip });
  }
  return sums;
}

/** Returns a goal and the goals above it, up to the root. Tolerates circular parents. */
export function goalPath({ parents }: Pick<Timing, "parents">, goalId: string): readonly string[] {
  const path: string[] = [];
  const seen = new Set<string>();
  for (let id = goalId; id !== ROOT_GOAL_ID && !seen.has(id); id = parents.get(id) ?? ROOT_GOAL_ID) {
    seen.add(id);
    path.push(id);
  }
  return [...path, ROOT_GOAL_ID];
}

function add(
  sums: Map<string, GoalTime>,
  goalId: string,
  { call, tip }: { readonly call: TimedCall; readonly tip: number },
): void {
  let sum = sums.get(goalId);
  if (sum === undefined) {
    sum = { calls: 0, errors: 0, tokensIn: 0, tokensOut: 0, tokensCached: 0, cost: 0, ...ends(call, tip) };
    sums.set(goalId, sum);
  }
  sum.calls += 1;
  if (call.outcome === "error") sum.errors += 1;
  sum.tokensIn += call.tokensIn;
  sum.tokensOut += call.tokensOut;
  sum.tokensCached += call.tokensCached;
  sum.cost = sum.cost === null || call.cost === null ? null : sum.cost + call.cost;
  sum.from = Math.min(sum.from, call.from);
  sum.to = Math.max(sum.to, endOf(call, tip));
  sum.isOpen ||= call.to === null;
}

function ends(call: TimedCall, tip: number): Pick<GoalTime, "from" | "to" | "isOpen"> {
  return { from: call.from, to: endOf(call, tip), isOpen: false };
}

/** Returns the part of a stretch that is outside of the pauses, in milliseconds. Pauses are in order, without overlap. */
export function workIn({ from, to }: Stretch, pauses: readonly Stretch[]): number {
  let work = Math.max(0, to - from);
  for (const pause of pauses) {
    if (pause.from >= to) break;
    work -= Math.max(0, Math.min(to, pause.to) - Math.max(from, pause.from));
  }
  return work;
}
