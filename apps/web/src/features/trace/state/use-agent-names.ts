"use client";
import type { GraphAgent } from "@goaltrace/core/graph";
import { agentName } from "@goaltrace/core/log";
import { useMemo } from "react";
import { usePageTree } from "./use-page-tree.ts";

/** The name of a sub-agent among all of its tree. */
export type AgentNames = (agent: Pick<GraphAgent, "traceId" | "agent">) => string;

/** Returns the names of sub-agents as lists show them: with a number where several have the same. Without one until the tree is known. */
export function useAgentNames(): AgentNames {
  const tree = usePageTree();
  return useMemo(() => {
    const runs = tree?.runs ?? [];
    const names = new Map(runs.map((run) => [run.id, agentName(run, runs)]));
    return ({ traceId, agent }) => names.get(traceId) ?? agent;
  }, [tree]);
}
