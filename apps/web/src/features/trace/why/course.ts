import type { Graph, TimedCall, TimedLane, Timing, Wait } from "@goaltrace/core/graph";
import { concurrentCalls, tipOf, waitsOf } from "@goaltrace/core/graph";
import { childIds } from "@goaltrace/core/goals";
import { LEAST_WAIT_MS } from "../../../lib/least-wait.ts";
import type { GoalWork } from "../state/goal-work.ts";
import { planNumbers } from "../state/plan-order.ts";

/** Calls that ran at the same time: their names with how often each, and the first entry. */
export type TogetherRow = {
  readonly sequence: number;
  readonly count: number;
  readonly names: readonly { readonly name: string; readonly times: number }[];
};

/**
 * One wait of a run. `tool` is the tool of the call about which a person was asked or that started the awaited sub-agents; empty for other waits.
 */
export type WaitRow = Pick<Wait, "reason"> & {
  readonly sequence: number | null;
  readonly callId: string | null;
  readonly tool: string;
  /** The sub-agents through which the run waited for a person; empty where it asked the person itself, and for other waits. */
  readonly agents: readonly Pick<TimedLane, "traceId" | "agent">[];
  /** The goal at which the run waited; null at the run itself and between its turns. */
  readonly goal: { readonly number: string | null; readonly title: string } | null;
  /** Whether the turn had not begun its work. */
  readonly isBefore: boolean;
  readonly ms: number;
  /** When it ended, or the present, in milliseconds since the epoch. */
  readonly to: number;
};

/** How long a goal of the first level took with those below it: the time on its card or header. */
export type TimeRow = {
  readonly goalId: string;
  readonly number: string | null;
  readonly title: string;
  readonly ms: number;
};

/** A revision of the plan: its entry and its reason. */
export type PlanChangeRow = { readonly goalId: string; readonly sequence: number; readonly reason: string };

/** The division of a run's time, in milliseconds. The parts add up to the time that the run worked. */
export type Times = {
  readonly stages: readonly TimeRow[];
  /** The calls of the run that belong to no goal below it. */
  readonly itself: number;
  /** The time in which no call ran; negative when goals were worked on at the same time, which is then counted for each of them. */
  readonly rest: number;
};

/** The course of a run next to its results. `times` is null without a plan. */
export type Course = {
  readonly together: readonly TogetherRow[];
  readonly waits: readonly WaitRow[];
  readonly changes: readonly PlanChangeRow[];
  readonly times: Times | null;
};

type CourseInput = {
  readonly graph: Graph;
  readonly timing: Timing;
  /** The present, in epoch milliseconds; null for a run that has ended, and at an earlier moment. */
  readonly now: number | null;
  /** How long the run worked, in milliseconds. */
  readonly worked: number;
  /** How long the goals were worked on. */
  readonly work: GoalWork;
};

/** Returns the course of a run at a moment. O(calls log calls). */
export function courseOf({ graph, timing, now, worked, work }: CourseInput): Course {
  const tip = tipOf(timing, now);
  return {
    together: concurrentCalls(timing).map((group) => togetherRow(timing, group)),
    waits: waitRows(graph, timing, waitsOf(timing, tip)),
    changes: changesOf(graph),
    times: timesOf(graph, worked, work),
  };
}

function changesOf({ order }: Graph): readonly PlanChangeRow[] {
  return order.flatMap(({ goalId, markers }) =>
    markers.flatMap((marker): readonly PlanChangeRow[] =>
      marker.kind === "revision" ? [{ goalId, sequence: marker.sequence, reason: marker.text }] : [],
    ),
  );
}

function togetherRow({ calls }: Timing, group: readonly number[]): TogetherRow {
  const names = new Map<string, number>();
  for (const index of group) {
    const name = calls[index]?.name ?? "";
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return {
    sequence: Math.min(...group.map((index) => calls[index]?.sequence ?? Infinity)),
    count: group.length,
    names: [...names].map(([name, times]) => ({ name, times })),
  };
}

function waitRows(graph: Graph, { calls, lanes }: Timing, waits: readonly Wait[]): readonly WaitRow[] {
  const numbers = planNumbers(graph);
  let turnFrom = -Infinity;
  return waits.flatMap((wait): readonly WaitRow[] => {
    const { reason, from, to, call: index } = wait;
    if (reason === "turn") turnFrom = to;
    if (to - from < LEAST_WAIT_MS) return [];
    const asked = index === null ? undefined : calls[index];
    const last = asked ?? calls.findLast((call) => call.from >= turnFrom && call.from <= from);
    // The call that started the sub-agents is open until they have ended: it is the one through which the run waits.
    const isAwaited = (reason === "children" || reason === "person") && last?.kind === "tool";
    const isThrough = isAwaited && (last.to === null || last.to >= to);
    const call = asked ?? (isThrough ? last : undefined);
    const goal =
      last === undefined || last.goalId === graph.rootId ? undefined : graph.goals.get(last.goalId);
    return [
      {
        ...{ reason, to, ms: to - from, tool: call?.name ?? "" },
        agents: reason === "person" ? waitingLanes(lanes, call, wait) : [],
        // The number of a call that starts sub-agents changes when it ends; that of their start does not.
        sequence: lanes.find(({ callId }) => callId === call?.callId)?.sequence ?? call?.sequence ?? null,
        callId: call?.callId ?? null,
        goal: goal === undefined ? null : { number: numbers.get(goal.id) ?? null, title: goal.title },
        isBefore: reason !== "turn" && last === undefined,
      },
    ];
  });
}

/** The sub-agents of a call that had not ended when a wait began: while a person is awaited through them, all of them wait. */
function waitingLanes(
  lanes: Timing["lanes"],
  call: TimedCall | undefined,
  { from, to }: Wait,
): readonly TimedLane[] {
  return lanes.filter(
    (lane) => lane.callId === call?.callId && lane.from < to && (lane.to === null || lane.to > from),
  );
}

function timesOf(graph: Graph, worked: number, { own, whole }: GoalWork): Times | null {
  const goals = childIds(graph, graph.rootId);
  if (goals.length === 0) return null;
  const numbers = planNumbers(graph);
  const stages = goals.map((goalId) => ({
    ...{ goalId, number: numbers.get(goalId) ?? null, title: graph.goals.get(goalId)?.title ?? "" },
    ms: whole.get(goalId) ?? 0,
  }));
  const itself = own.get(graph.rootId) ?? 0;
  const known = stages.reduce((sum, { ms }) => sum + ms, itself);
  return { stages: stages.filter(({ ms }) => ms > 0), itself, rest: worked - known };
}
