import { pausesUntil, workIn } from "@goaltrace/core/graph";
import type { AgentWork, Graph, Timing } from "@goaltrace/core/graph";

/** How long goals were worked on, in milliseconds: `own` without, `whole` with the goals below them. */
export type GoalWork = {
  readonly own: ReadonlyMap<string, number>;
  readonly whole: ReadonlyMap<string, number>;
};

type GoalWorkInput = {
  readonly graph: Pick<Graph, "goals" | "edges">;
  readonly timing: Timing;
  /** The present, or the end of the run, in milliseconds since the epoch. */
  readonly tip: number;
  /** The work of sub-agents, by the goals that started them. */
  readonly agents: AgentWork;
};

/**
 * Returns how long goals were worked on, the figure that all views show. Calls of a goal that ran at the same time count once; calls that still run
 * count up to `tip`. O(goals × depth).
 */
export function goalWork({ graph, timing, tip, agents }: GoalWorkInput): GoalWork {
  const running = runningWork(graph, timing, tip);
  const own = new Map<string, number>();
  const whole = new Map<string, number>();
  for (const [goalId, { worked }] of graph.edges) {
    const ms = worked.ms + (agents.get(goalId)?.workedMs ?? 0) + (running.get(goalId) ?? 0);
    if (ms === 0) continue;
    own.set(goalId, ms);
    for (const id of withGoalsAbove(graph, goalId)) whole.set(id, (whole.get(id) ?? 0) + ms);
  }
  return { own, whole };
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

/** Returns a goal and the goals above it. Tolerates circular parents. */
function withGoalsAbove({ goals }: Pick<Graph, "goals">, goalId: string): ReadonlySet<string> {
  const path = new Set<string>();
  for (let id: string | null = goalId; id !== null && !path.has(id); id = goals.get(id)?.parentId ?? null)
    path.add(id);
  return path;
}
