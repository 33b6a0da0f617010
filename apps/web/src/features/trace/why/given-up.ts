import type { Graph, GraphAgent } from "@goaltrace/core/graph";
import { oncePerLog } from "../state/once-per-log.ts";
import { planNumbers } from "../state/plan-order.ts";
import type { ShownLog } from "../state/shown-log.ts";

/** A goal or a sub-agent that a run gave up, with the reason in full. A goal has no sequence. */
export type GivenUpRow = {
  readonly id: string;
  readonly goalId: string;
  /** The entry of a sub-agent's end; null for a goal. */
  readonly sequence: number | null;
  readonly number: string | null;
  readonly title: string;
  readonly agent: Pick<GraphAgent, "traceId" | "agent"> | null;
  readonly reason: string;
};

/** Whether a sub-agent is a branch that ended without a report. */
export function isGivenUpBranch({ branch, end }: Pick<GraphAgent, "branch" | "end">): boolean {
  return branch !== null && end !== null && end.status !== "completed";
}

/** Returns what a run gave up so far: its abandoned goals, and branches of sub-agents that ended without a report. */
export function givenUpOf(graph: Graph): readonly GivenUpRow[] {
  const numbers = planNumbers(graph);
  const goals = [...graph.goals.values()].flatMap((goal): readonly GivenUpRow[] =>
    goal.status === "abandoned"
      ? [
          {
            ...{ id: goal.id, goalId: goal.id, sequence: null, agent: null },
            ...{ number: numbers.get(goal.id) ?? null, title: goal.title, reason: goal.abandonReason ?? "" },
          },
        ]
      : [],
  );
  const branches = [...graph.agents.values()].flatMap((agent): readonly GivenUpRow[] =>
    agent.end !== null && isGivenUpBranch(agent)
      ? [
          {
            ...{ id: agent.traceId, goalId: agent.goalId, sequence: agent.end.sequence, number: null },
            ...{ title: agent.task, agent, reason: agent.end.text },
          },
        ]
      : [],
  );
  return [...goals, ...branches];
}

/** The same of a shown log, found once however many parts of the page ask. */
export const givenUpIn = oncePerLog(({ graph }: Pick<ShownLog, "graph">) => givenUpOf(graph));
