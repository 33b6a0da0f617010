"use client";
import type { Trace } from "@goaltrace/core/log";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useWorkspaceRuns } from "../../lib/use-workspace-runs.ts";
import type { ListItem, TraceQuery } from "./list-item.ts";
import { heardNewer, mergeRuns } from "./merge-runs.ts";

/** The list as it stands. `newerCount` runs wait until `showNewer` is called. */
export type Runs = {
  readonly status: "pending" | "error" | "success";
  /** True while another filter's rows stand in for the ones that were asked for. */
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

const NOTHING: ReadonlyMap<string, Trace> = new Map();
const BEFORE_ALL = { id: "", createdAt: 0 };

/** Pages of runs, newest first, kept current by the workspace's stream. */
export function useRuns(workspace: string, wanted: TraceQuery): Runs {
  const api = useTRPC();
  const [heard, setHeard] = useState(NOTHING);
  const query = useInfiniteQuery(
    api.traces.list.infiniteQueryOptions(
      { workspace, query: wanted },
      { getNextPageParam: (page) => page.nextCursor ?? undefined, placeholderData: keepPreviousData },
    ),
  );
  useWorkspaceRuns(workspace, {
    onChange: (trace) => {
      setHeard((before) => new Map(before).set(trace.id, trace));
    },
    onOpen: (isReconnected) => {
      if (isReconnected) void query.refetch();
    },
  });

  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const shown = useMemo(() => mergeRuns(loaded, heard), [loaded, heard]);
  const maybeNewer = useMemo(() => heardNewer(loaded, heard), [loaded, heard]);
  const first = loaded[0];
  const newer = useQuery(
    api.traces.countNewer.queryOptions(
      { workspace, query: wanted, row: first ? { id: first.id, createdAt: first.createdAt } : BEFORE_ALL },
      { enabled: query.isSuccess && maybeNewer > 0, staleTime: 0 },
    ),
  );
  const { refetch } = newer;
  useEffect(() => {
    if (maybeNewer > 0) void refetch();
  }, [maybeNewer, refetch]);
  return {
    status: query.status,
    stale: query.isPlaceholderData,
    error: query.error,
    shown,
    newerCount: maybeNewer > 0 ? (newer.data ?? 0) : 0,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    showNewer: () => void query.refetch(),
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}
