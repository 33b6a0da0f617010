"use client";
import { isTerminal } from "@goaltrace/core/log";
import {
  hasAskingRun,
  isTreeActive,
  type RunTree,
  useFollowRunTree,
  useRunTree,
} from "../../../lib/run-tree/use-run-tree.ts";
import { useLog, useRun } from "./debugger-provider.tsx";

/** Returns the tree that the run belongs to; null for a run without others, and until the tree is known. */
export function usePageTree(): RunTree | null {
  const { workspace, traceId } = useRun();
  return useRunTree(workspace, useHasTree() ? traceId : null);
}

/** Returns the tree for figures at the displayed moment: null at an earlier one, because the tree has only current figures. */
export function useTreeThen(): RunTree | null {
  const tree = usePageTree();
  return useLog((log) => log.isNow) ? tree : null;
}

/** Whether a sub-agent below the run waits for a person. */
export function useIsTreeAsking(): boolean {
  const { traceId } = useRun();
  return hasAskingRun(usePageTree(), traceId);
}

/** Keeps `usePageTree` current while the tree works. Called once on the page. */
export function useFollowPageTree(): void {
  const { workspace, traceId } = useRun();
  const tree = usePageTree();
  const hasTree = useHasTree();
  const isRunning = useLog(({ presentTrace }) => !isTerminal(presentTrace.status));
  const isActive = isRunning || (tree !== null && isTreeActive(tree));
  useFollowRunTree(workspace, hasTree && isActive ? traceId : null);
}

/** Whether the run is a sub-agent or has started some. */
function useHasTree(): boolean {
  return useLog(({ trace, fullModel }) => trace.rootId !== trace.id || fullModel.graph.agents.size > 0);
}
