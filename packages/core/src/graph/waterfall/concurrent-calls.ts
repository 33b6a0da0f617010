import { GOAL_TOOL } from "../../log/tool-names.ts";
import type { TimedCall } from "./timed-call.ts";
import type { Timing } from "./timing.ts";

/** Tool calls that ran at the same time, as indexes in order of their starts: each overlaps another of them. */
export type ConcurrentCalls = readonly number[];

/**
 * Returns the tool calls that ran at the same time, in order: the one definition for the graph, the timeline and the lists. A call that still runs
 * overlaps all that began after it. Waiting for a person is not running, and changes to the plan are not work. Calls that only touch, one ending as
 * the next begins, ran one after the other. O(n log n).
 * @param callIds the calls to compare @default all
 */
export function concurrentCalls(
  timing: Timing,
  callIds: Iterable<string> = timing.indexes.keys(),
): readonly ConcurrentCalls[] {
  const started = [...callIds]
    .flatMap((callId) => {
      const index = timing.indexes.get(callId);
      const call = index === undefined ? undefined : timing.calls[index];
      if (index === undefined || call?.kind !== "tool" || call.name === GOAL_TOOL || !hasRun(call)) return [];
      return [{ call, index, end: call.to ?? Number.POSITIVE_INFINITY }];
    })
    .sort((left, right) => left.call.runFrom - right.call.runFrom);
  const groups: number[][] = [];
  let until = Number.NEGATIVE_INFINITY;
  for (const { call, index, end } of started) {
    const group = groups.at(-1);
    if (group !== undefined && call.runFrom < until) group.push(index);
    else groups.push([index]);
    until = group !== undefined && call.runFrom < until ? Math.max(until, end) : end;
  }
  return groups.filter((group) => group.length > 1);
}

/** Whether a call has begun to run: one that waits for a person, or that a person denied, has not. */
function hasRun({ tail, pieces, from, runFrom }: TimedCall): boolean {
  const [first] = pieces;
  return tail !== "wait" && (runFrom > from || first?.kind !== "wait" || first.to === from);
}

/** Returns per call the number of its group; calls that ran alone have none. */
export function concurrentGroups(timing: Timing): ReadonlyMap<number, number> {
  const groups = new Map<number, number>();
  for (const [number, group] of concurrentCalls(timing).entries())
    for (const index of group) groups.set(index, number);
  return groups;
}
