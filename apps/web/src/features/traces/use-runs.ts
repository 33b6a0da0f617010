"use client";
import type { Trace } from "@goaltrace/core/log";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useMemo, useState } from "react";
import { useReportReconnecting } from "../../lib/connection.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { mergeRuns } from "./merge-runs.ts";
import { statusesOf } from "./run-filter.ts";
import type { RunFilter } from "./run-filter.ts";

/** The list as it stands. `newerCount` runs wait until `showNewer` is called. */
export type Runs = {
  readonly status: "pending" | "error" | "success";
  readonly error: { readonly message: string } | null;
  readonly shown: readonly Trace[];
  readonly newerCount: number;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly showNewer: () => void;
  readonly loadMore: () => void;
  readonly retry: () => void;
};

const NOTHING: ReadonlyMap<string, Trace> = new Map();

/** Pages of runs, newest first, kept current by the workspace's stream. */
export function useRuns(workspace: string, filter: RunFilter): Runs {
  const api = useTRPC();
  const [heard, setHeard] = useState(NOTHING);
  const query = useInfiniteQuery(
    api.traces.list.infiniteQueryOptions(
      { workspace, statuses: statusesOf(filter) },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
  );
  const stream = useSubscription(
    api.traces.watch.subscriptionOptions(
      { workspace },
      {
        onData: (update) => {
          setHeard((before) => new Map(before).set(update.trace.id, update.trace));
        },
      },
    ),
  );
  useReportReconnecting(
    stream.status === "error" || (stream.status === "connecting" && stream.error !== null),
  );

  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const merged = useMemo(() => mergeRuns(loaded, heard, filter), [loaded, heard, filter]);
  return {
    status: query.status,
    error: query.error,
    shown: merged.shown,
    newerCount: merged.newer.length,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    showNewer: () => void query.refetch(),
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}
