import { ROOT_GOAL_ID } from "../../goals/goal.ts";
import type { Timing } from "./timing.ts";
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

/** Returns the sums of all goals that have calls, with those below them. The root's are those of the run. O(calls + goals × depth). */
export function goalTimes(timing: Timing, tip: number): ReadonlyMap<string, GoalTime> {
  const own = new Map<string, GoalTime>();
  for (const call of timing.calls) addCall(own, call, tip);
  const sums = new Map<string, GoalTime>();
  for (const [goalId, part] of own)
    for (const id of goalPath(timing, goalId)) {
      const sum = sums.get(id);
      if (sum === undefined) sums.set(id, { ...part });
      else addSum(sum, part);
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

function addCall(sums: Map<string, GoalTime>, call: TimedCall, tip: number): void {
  const { goalId, from, cost } = call;
  const to = endOf(call, tip);
  let sum = sums.get(goalId);
  if (sum === undefined) {
    sum = {
      calls: 0,
      errors: 0,
      tokensIn: 0,
      tokensOut: 0,
      tokensCached: 0,
      cost: 0,
      from,
      to,
      isOpen: false,
    };
    sums.set(goalId, sum);
  }
  sum.calls += 1;
  if (call.outcome === "error") sum.errors += 1;
  sum.tokensIn += call.tokensIn;
  sum.tokensOut += call.tokensOut;
  sum.tokensCached += call.tokensCached;
  sum.cost = sum.cost === null || cost === null ? null : sum.cost + cost;
  sum.from = Math.min(sum.from, from);
  sum.to = Math.max(sum.to, to);
  sum.isOpen ||= call.to === null;
}

function addSum(sum: GoalTime, part: GoalTime): void {
  sum.calls += part.calls;
  sum.errors += part.errors;
  sum.tokensIn += part.tokensIn;
  sum.tokensOut += part.tokensOut;
  sum.tokensCached += part.tokensCached;
  sum.cost = sum.cost === null || part.cost === null ? null : sum.cost + part.cost;
  sum.from = Math.min(sum.from, part.from);
  sum.to = Math.max(sum.to, part.to);
  sum.isOpen ||= part.isOpen;
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
