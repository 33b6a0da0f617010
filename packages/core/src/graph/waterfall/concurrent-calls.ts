import { GOAL_TOOL } from "../../log/tool-names.ts";
import type { Timing } from "./timing.ts";
import { endOf } from "./timed-call.ts";

/** Tool calls that ran at the same time, as indexes in order of their starts: each overlaps another of them. */
export type ConcurrentCalls = readonly number[];

/**
 * Returns the tool calls that ran at the same time, in order. Waiting for a person is not running, and changes to the plan are not work. Calls
 * that only touch, one ending as the next begins, ran one after the other. O(n log n).
 * @param callIds the calls to compare @default all
 */
export function concurrentCalls(
  timing: Timing,
  tip: number,
  callIds: Iterable<string> = timing.indexes.keys(),
): readonly ConcurrentCalls[] {
  const started = [...callIds]
    .flatMap((callId) => {
      const index = timing.indexes.get(callId);
      const call = index === undefined ? undefined : timing.calls[index];
      if (index === undefined || call?.kind !== "tool" || call.name === GOAL_TOOL) return [];
      return [{ call, index, end: endOf(call, tip) }];
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
