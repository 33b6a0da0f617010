"use client";
import type { Trace } from "@goaltrace/core/log";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useWorkspaceRuns } from "../../lib/use-workspace-runs.ts";
import type { ListItem, TraceQuery } from "./list-item.ts";
import { countNewerRuns, mergeRuns } from "./merge-runs.ts";

/** The list of runs. `newerCount` runs are hidden until `showNewer` is called. */
export type Runs = {
  readonly status: "pending" | "error" | "success";
  /** Whether the rows of the previous filter are shown while the new ones load. */
  readonly stale: boolean;
  readonly error: { readonly message: string } | null;
  readonly shown: readonly ListItem[];
  readonly newerCount: number;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly showNewer: () => void;
  readonly loadMore: () => void;
  readonly retry: () => void;
};

const NO_UPDATES: ReadonlyMap<string, Trace> = new Map();
const BEFORE_ALL = { id: "", createdAt: 0 };

/** Returns pages of runs, newest first, kept current by the workspace stream. */
export function useRuns(workspace: string, filterQuery: TraceQuery): Runs {
  const api = useTRPC();
  const [updates, setUpdates] = useState(NO_UPDATES);
  const query = useInfiniteQuery(
    api.traces.list.infiniteQueryOptions(
      { workspace, query: filterQuery },
      { getNextPageParam: (page) => page.nextCursor ?? undefined, placeholderData: keepPreviousData },
    ),
  );
  useWorkspaceRuns(workspace, {
    onChange: (trace) => {
      // The list has no rows for sub-agents.
      if (trace.id !== trace.rootId) return;
      setUpdates((before) => new Map(before).set(trace.id, trace));
    },
    onOpen: (isReconnected) => {
      if (isReconnected) void query.refetch();
    },
  });

  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const shown = useMemo(() => mergeRuns(loaded, updates), [loaded, updates]);
  const newerCandidates = useMemo(() => countNewerRuns(loaded, updates), [loaded, updates]);
  const first = loaded[0];
  const newer = useQuery(
    api.traces.countNewer.queryOptions(
      {
        workspace,
        query: filterQuery,
        row: first ? { id: first.id, createdAt: first.createdAt } : BEFORE_ALL,
      },
      { enabled: query.isSuccess && newerCandidates > 0, staleTime: 0 },
    ),
  );
  const { refetch } = newer;
  useEffect(() => {
    if (newerCandidates > 0) void refetch();
  }, [newerCandidates, refetch]);
  return {
    status: query.status,
    stale: query.isPlaceholderData,
    error: query.error,
    shown,
    newerCount: newerCandidates > 0 ? (newer.data ?? 0) : 0,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    showNewer: () => void query.refetch(),
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}
