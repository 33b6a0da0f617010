import { pausesUntil, workIn } from "@goaltrace/core/graph";
import type { AgentWork, Graph, Timing } from "@goaltrace/core/graph";
import { leavesFirst } from "./plan-order.ts";

/** How long goals were worked on, in milliseconds: `own` without, `whole` with the goals below them. */
export type GoalWork = {
  readonly own: ReadonlyMap<string, number>;
  readonly whole: ReadonlyMap<string, number>;
};

type GoalWorkInput = {
  readonly graph: Graph;
  readonly timing: Timing;
  /** The present, or the end of the run, in milliseconds since the epoch. */
  readonly tip: number;
  /** The work of sub-agents, by the goals that started them. */
  readonly agents: AgentWork;
};

/**
 * Returns how long goals were worked on, the figure that all views show. Calls of a goal that ran at the same time count once; calls that still run
 * count up to `tip`. O(goals).
 */
export function goalWork({ graph, timing, tip, agents }: GoalWorkInput): GoalWork {
  const running = runningWork(graph, timing, tip);
  const own = new Map<string, number>();
  for (const [goalId, { worked }] of graph.edges) {
    const ms = worked.ms + (agents.get(goalId)?.workedMs ?? 0) + (running.get(goalId) ?? 0);
    if (ms !== 0) own.set(goalId, ms);
  }
  return { own, whole: withGoalsBelow(graph, own) };
}

function withGoalsBelow(graph: Graph, own: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const whole = new Map(own);
  for (const id of leavesFirst(graph)) {
    const ms = whole.get(id);
    const parentId = graph.goals.get(id)?.parentId ?? null;
    if (ms !== undefined && parentId !== null) whole.set(parentId, (whole.get(parentId) ?? 0) + ms);
  }
  return whole;
}

/** Returns the time of the calls that still run, per goal, beyond that of its calls that have ended. */
function runningWork(
  { edges }: Pick<Graph, "edges">,
  timing: Timing,
  tip: number,
): ReadonlyMap<string, number> {
  const since = new Map<string, number>();
  for (const index of timing.open) {
    const call = timing.calls[index];
    if (call === undefined || call.tail === "wait") continue;
    since.set(call.goalId, Math.min(call.runFrom, since.get(call.goalId) ?? Number.POSITIVE_INFINITY));
  }
  const pauses = pausesUntil(timing, tip);
  return new Map(
    [...since].map(([goalId, from]) => [
      goalId,
      workIn({ from: Math.max(from, edges.get(goalId)?.worked.until ?? 0), to: tip }, pauses),
    ]),
  );
}
