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
  return groupOverlaps(
    [...callIds].flatMap((callId) => {
      const index = timing.indexes.get(callId);
      const call = index === undefined ? undefined : timing.calls[index];
      if (index === undefined || call?.kind !== "tool" || call.name === GOAL_TOOL || !hasRun(call)) return [];
      return [{ item: index, from: call.runFrom, to: call.to ?? Number.POSITIVE_INFINITY }];
    }),
  );
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

/** Returns the groups of what overlaps another one, directly or through others, in order of their starts. */
function groupOverlaps<Item>(runs: readonly Run<Item>[]): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  let until = Number.NEGATIVE_INFINITY;
  for (const { item, from, to } of [...runs].sort((left, right) => left.from - right.from)) {
    const group = groups.at(-1);
    const isInside = group !== undefined && from < until;
    if (isInside) group.push(item);
    else groups.push([item]);
    until = isInside ? Math.max(until, to) : to;
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
