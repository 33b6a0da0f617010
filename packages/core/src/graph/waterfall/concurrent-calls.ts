import { GOAL_TOOL } from "../../log/tool-names.ts";
import type { GraphTurn } from "../graph.ts";
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
  const { calls, indexes } = timing;
  const runs: Run<number>[] = [];
  for (const callId of callIds) {
    const index = indexes.get(callId);
    const call = index === undefined ? undefined : calls[index];
    if (index === undefined || call?.kind !== "tool" || call.name === GOAL_TOOL || !hasRun(call)) continue;
    runs.push({ item: index, from: call.runFrom, to: call.to ?? Number.POSITIVE_INFINITY });
  }
  return groupOverlaps(runs);
}

/**
 * Returns the ids of the calls of an edge that ran at the same time, as `concurrentCalls` does, from the graph alone: for a picture before the timing of the
 * run is known. It differs only for calls that ended without a result, and where the clock jumped back. O(n log n).
 */
export function overlappingCalls(turns: readonly GraphTurn[]): readonly (readonly string[])[] {
  const last = turns.at(-1);
  return groupOverlaps(
    turns.flatMap((turn) =>
      turn.calls.flatMap(({ callId, name, startedAt, runFrom, endedAt }) => {
        if (startedAt === null || runFrom === null || name === GOAL_TOOL) return [];
        // A call without a result in an earlier turn ended with its process.
        return [
          {
            item: callId,
            from: runFrom,
            to: endedAt ?? (turn === last ? Number.POSITIVE_INFINITY : startedAt),
          },
        ];
      }),
    ),
  );
}

type Run<Item> = { readonly item: Item; readonly from: number; readonly to: number };

/** Returns the groups of what overlaps another one, directly or through others, in order of their starts. Sorts `runs`. */
function groupOverlaps<Item>(runs: Run<Item>[]): readonly (readonly Item[])[] {
  sortByStart(runs);
  const groups: Item[][] = [];
  let last: Run<Item> | null = null;
  let group: Item[] | null = null;
  let until = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    if (last !== null && run.from < until) {
      // Most calls run alone, so a group begins only with its second one.
      if (group === null) {
        group = [last.item];
        groups.push(group);
      }
      group.push(run.item);
      until = Math.max(until, run.to);
    } else {
      [group, until] = [null, run.to];
    }
    last = run;
  }
  return groups;
}

/** Logs are nearly always in this order already. */
function sortByStart(runs: Run<unknown>[]): void {
  for (let index = 1; index < runs.length; index += 1)
    if ((runs[index]?.from ?? 0) < (runs[index - 1]?.from ?? 0)) {
      runs.sort((left, right) => left.from - right.from);
      return;
    }
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
