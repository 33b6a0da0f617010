import { agentPlaceId } from "@goaltrace/core/graph";
import type { Graph, GraphAgent } from "@goaltrace/core/graph";
import type { TreeRun } from "../../../lib/run-tree/use-run-tree.ts";
import type { StatusName } from "../../../ui/status.ts";
import { runStatus } from "../../../ui/goal-status.ts";

/** A sub-agent with a box of its own. `run` is what it does now; null while that is unknown, and at an earlier moment. */
export type AgentBox = { readonly agent: GraphAgent; readonly run: TreeRun | null };

/** Returns the sub-agents by the ids of their boxes. */
export function agentBoxes(
  graph: Pick<Graph, "agents">,
  runs: readonly TreeRun[],
): ReadonlyMap<string, AgentBox> {
  const byId = new Map(runs.map((run) => [run.id, run]));
  return new Map(
    [...graph.agents.values()].map((agent) => [
      agentPlaceId(agent),
      { agent, run: byId.get(agent.traceId) ?? null },
    ]),
  );
}

/** Returns the status of a sub-agent. A branch that did not complete is given up: the others are merged without it. */
export function agentStatus({ agent: { branch, end }, run }: AgentBox): StatusName {
  if (end === null) return run === null || run.status === "queued" ? "running" : run.status;
  if (end.status === "completed") return runStatus("completed", run?.errors ?? 0);
  return branch === null ? end.status : "abandoned";
}

/** The figures of a sub-agent: its own, as far as they are known. Times are milliseconds since the epoch. */
export type AgentFigures = {
  readonly calls: number;
  readonly errors: number;
  readonly tokens: number;
  readonly cost: number | null;
  /** Null while it works. */
  readonly durationMs: number | null;
  readonly startedAt: number | null;
};

/** Returns what a sub-agent used. */
export function agentFigures({ agent: { end }, run }: AgentBox): AgentFigures {
  return {
    calls: run?.calls ?? end?.steps ?? 0,
    errors: run?.errors ?? 0,
    tokens: end?.tokens ?? run?.tokens ?? 0,
    cost: end === null ? (run === null ? 0 : run.cost) : end.cost,
    durationMs: end?.durationMs ?? null,
    startedAt: run?.startedAt ?? run?.createdAt ?? null,
  };
}
