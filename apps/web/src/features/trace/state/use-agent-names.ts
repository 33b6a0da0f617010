"use client";
import type { GraphAgent } from "@goaltrace/core/graph";
import { useCallback } from "react";
import { namesOfRuns } from "../../../lib/run-tree/names-of-runs.ts";
import { useLog } from "./debugger-provider.tsx";
import { namesInGraph } from "./names-in-graph.ts";
import { usePageTree } from "./use-page-tree.ts";

/** The name of a sub-agent among all of its tree. */
export type AgentNames = (agent: Pick<GraphAgent, "traceId" | "agent">) => string;

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Returns the names of sub-agents as lists show them: with a number where several have the same. Until the tree is known, the numbers are those
 * among the sub-agents of the run itself.
 */
export function useAgentNames(): AgentNames {
  const tree = usePageTree();
  const inTree = tree === null ? NONE : namesOfRuns(tree.runs);
  // The names in the graph change with the plan, so they are read only where they count.
  const inRun = useLog(({ fullModel }) => (tree === null ? namesInGraph(fullModel.graph) : NONE));
  return useCallback(
    ({ traceId, agent }) => inTree.get(traceId) ?? inRun.get(traceId) ?? agent,
    [inTree, inRun],
  );
}
