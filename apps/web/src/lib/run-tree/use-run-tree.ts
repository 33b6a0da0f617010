"use client";
import { isTerminal } from "@goaltrace/core/log";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useEffect, useMemo } from "react";
import { useReportReconnecting } from "../connection.ts";
import { asksPeople } from "./asks-people.ts";
import { useWaitingChanges } from "../requests/use-waiting-changes.ts";
import { type RouterOutputs, useTRPC } from "../trpc.tsx";

/** A run with all runs below it: the root first, each run after its parent. */
export type RunTree = RouterOutputs["traces"]["tree"];
export type TreeRun = RunTree["runs"][number];

/** Returns the tree that a run belongs to; null until it is known, and without a run. */
export function useRunTree(workspace: string, traceId: string | null): RunTree | null {
  const api = useTRPC();
  // Many parts of a page ask with each entry of a log.
  const options = useMemo(
    () => api.traces.tree.queryOptions({ workspace, id: traceId ?? "" }, { enabled: traceId !== null }),
    [api, workspace, traceId],
  );
  return useQuery(options).data ?? null;
}

/**
 * Keeps `useRunTree` of a run current while its tree works, and the requests of its sub-agents. One caller per page suffices: browsers allow
 * few connections per server. A null run, or one whose tree has ended, needs no stream.
 */
export function useFollowRunTree(workspace: string, traceId: string | null): void {
  const api = useTRPC();
  const queryClient = useQueryClient();
  const noteWaiting = useWaitingChanges();
  const input = { workspace, id: traceId ?? "" };
  const stream = useSubscription(
    api.traces.watchTree.subscriptionOptions(input, {
      enabled: traceId !== null,
      onData: ({ tree }) => {
        for (const run of tree.runs) noteWaiting(run);
        queryClient.setQueryData(api.traces.tree.queryKey(input), tree);
      },
    }),
  );
  // The stream may close before the last change of a tree that ends.
  useEffect(() => {
    if (traceId === null) return;
    const queryKey = api.traces.tree.queryKey({ workspace, id: traceId });
    return () => void queryClient.invalidateQueries({ queryKey });
  }, [api, queryClient, workspace, traceId]);
  useReportReconnecting(
    stream.status === "error" || (stream.status === "connecting" && stream.error !== null),
  );
}

/** Returns the runs below one run of a tree, in the order of the tree. */
export function runsBelow(tree: RunTree, traceId: string): readonly TreeRun[] {
  const below = new Set([traceId]);
  return tree.runs.filter(({ id, parentId }) => {
    if (parentId === null || !below.has(parentId)) return false;
    below.add(id);
    return true;
  });
}

/** Whether a run below this one waits for a decision or an answer of a person. */
export function hasAskingRun(tree: RunTree | null, traceId: string): boolean {
  if (tree === null) return false;
  return runsBelow(tree, traceId).some(
    ({ status, waitingFor }) => status === "waiting" && asksPeople(waitingFor),
  );
}

/** Whether a run of the tree still works or waits. */
export function isTreeActive({ runs }: RunTree): boolean {
  return runs.some(({ status }) => !isTerminal(status));
}
