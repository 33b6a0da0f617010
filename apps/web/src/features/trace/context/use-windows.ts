"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { inferRouterOutputs } from "@trpc/server";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { AppRouter } from "../../../server/api/root.ts";
import { useLog, useRun } from "../state/debugger-provider.tsx";
import { hasEnded } from "../state/trace-model.ts";

type Outputs = inferRouterOutputs<AppRouter>["traceInspect"];
export type Windows = Outputs["windows"];
/** The messages that a call contains shortened compared with the call before it, or no longer. */
export type Cuts = NonNullable<Outputs["cuts"]>;

const LIVE_REFRESH_MS = 3_000;

/** Returns the windows of all calls of the run. Reloaded while the run continues, because calls are added. */
export function useWindows(): UseQueryResult<Windows, { readonly message: string }> {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const isLive = useLog(({ fullModel }) => !hasEnded(fullModel.entries));
  const windows = useQuery({
    ...api.traceInspect.windows.queryOptions({ workspace, id: traceId }, { staleTime: Infinity }),
    refetchInterval: isLive ? LIVE_REFRESH_MS : false,
  });
  const { refetch } = windows;
  const wasLive = useRef(isLive);
  useEffect(() => {
    // The last calls were made after the last load.
    if (wasLive.current && !isLive) void refetch();
    wasLive.current = isLive;
  }, [isLive, refetch]);
  return windows;
}

/** Returns what was removed between the previous call and the call of an entry; null without a previous call. */
export function useCuts(sequence: number): UseQueryResult<Cuts | null, { readonly message: string }> {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  return useQuery({
    ...api.traceInspect.cuts.queryOptions({ workspace, id: traceId, sequence }, { staleTime: Infinity }),
    placeholderData: keepPreviousData,
  });
}
