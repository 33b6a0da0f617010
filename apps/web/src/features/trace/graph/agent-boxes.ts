import { agentPlaceId } from "@goaltrace/core/graph";
import type { AgentWork, Graph, GraphAgent } from "@goaltrace/core/graph";
import type { RunTimes } from "@goaltrace/core/log";
import { NO_RUNS, type RunSums, sumsBelow } from "../../../lib/run-tree/tree-sums.ts";
import type { TreeRun } from "../../../lib/run-tree/use-run-tree.ts";
import type { StatusName } from "../../../ui/status.ts";
import { agentRunStatus } from "../../../ui/goal-status.ts";

/**
 * A sub-agent that has a box. `run` is its current state; null while that is unknown, and at an earlier moment. `below` are the sums of
 * all runs below it, as far as they are known.
 */
export type AgentBox = {
  readonly agent: GraphAgent;
  /** Its name among all sub-agents of the tree. */
  readonly name: string;
  readonly run: TreeRun | null;
  readonly below: RunSums;
};

/** Returns the sub-agents by the ids of their boxes. `nameOf`: their names. @default those of their agents */
export function agentBoxes(
  graph: Pick<Graph, "agents">,
  runs: readonly TreeRun[],
  nameOf: (agent: GraphAgent) => string = ({ agent }) => agent,
): ReadonlyMap<string, AgentBox> {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const below = sumsBelow(runs);
  return new Map(
    [...graph.agents.values()].map((agent) => [
      agentPlaceId(agent),
      {
        agent,
        name: nameOf(agent),
        run: byId.get(agent.traceId) ?? null,
        below: below.get(agent.traceId) ?? NO_RUNS,
      },
    ]),
  );
}

/** Returns the status of a sub-agent. A branch that did not complete is abandoned: the others are merged without it. */
export function agentStatus({ agent: { branch, end }, run }: Pick<AgentBox, "agent" | "run">): StatusName {
  if (end === null) return run === null || run.status === "queued" ? "running" : run.status;
  return agentRunStatus({ status: end.status, errors: run?.errors ?? 0, isBranch: branch !== null });
}

/** Whether a sub-agent has ended, and its report was read in the goal that started it. */
export function isHandedBack({ goalId, end }: Pick<GraphAgent, "goalId" | "end">): boolean {
  return end !== null && end.goalId === goalId;
}

/** Returns the branches whose reports are merged, in order: all that completed. */
export function usedBranches<Branch extends Pick<AgentBox, "agent" | "run">>(
  branches: readonly Branch[],
): readonly Branch[] {
  return branches
    .filter((each) => agentStatus(each) !== "abandoned")
    .sort((first, second) => placeOf(first) - placeOf(second));
}

function placeOf({ agent: { branch } }: Pick<AgentBox, "agent">): number {
  return branch?.index ?? 0;
}

/** Returns whether the second of two sub-agents of a run began before the first had ended. True where one of them is not known. */
export function workedTogether(
  first: Pick<AgentBox, "agent"> | undefined,
  second: Pick<AgentBox, "agent"> | undefined,
): boolean {
  if (first === undefined || second === undefined) return true;
  return first.agent.end === null || first.agent.end.sequence > second.agent.sequence;
}

/** The figures of a sub-agent with those below it, as far as they are known. Its time is its own. Times are milliseconds since the epoch. */
export type AgentFigures = {
  readonly calls: number;
  readonly errors: number;
  readonly tokens: number;
  readonly cost: number | null;
  /** Null while it works. */
  readonly durationMs: number | null;
  /** From which its time is known while it works; null without its run. */
  readonly times: RunTimes | null;
};

/** Returns what a sub-agent used. */
export function agentFigures({ agent: { end }, run, below }: AgentBox): AgentFigures {
  const cost = end === null ? (run === null ? 0 : run.cost) : end.cost;
  return {
    calls: (run?.calls ?? end?.steps ?? 0) + below.calls,
    errors: run?.errors ?? 0,
    tokens: (end?.tokens ?? run?.tokens ?? 0) + below.tokens,
    cost: cost === null || below.cost === null ? null : cost + below.cost,
    durationMs: end?.durationMs ?? null,
    times: run,
  };
}

/** Returns the work of the sub-agents by the goals that started them. Agents of one call work in parallel, so the longest counts. */
export function agentWork({ calls }: Pick<Graph, "calls">, boxes: ReadonlyMap<string, AgentBox>): AgentWork {
  const work = new Map<string, { tokens: number; cost: number | null; workedMs: number }>();
  const beyond = new Map<string, number>();
  for (const box of boxes.values()) {
    const { goalId, callId } = box.agent;
    const { tokens, cost, durationMs } = agentFigures(box);
    const sum = work.get(goalId) ?? { tokens: 0, cost: 0, workedMs: 0 };
    work.set(goalId, sum);
    sum.tokens += tokens;
    sum.cost = sum.cost === null || cost === null ? null : sum.cost + cost;
    const place = calls.get(callId ?? "");
    const known = beyond.get(callId ?? "") ?? place?.turn.calls[place.index]?.durationMs ?? 0;
    const longest = Math.max(known, durationMs ?? 0);
    sum.workedMs += longest - known;
    beyond.set(callId ?? "", longest);
  }
  return work;
}
