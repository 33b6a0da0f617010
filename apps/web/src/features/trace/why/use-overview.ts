"use client";
import type { RunOverview } from "@goaltrace/core/diagnose";
import { isTerminal } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useDebugger } from "../debugger-context.ts";

/** While a run goes on, its overview is made anew this often: it reads the whole log. */
const LIVE_REFRESH_MS = 5_000;

/** What the run comes to, asked for once when it is over. */
export function useOverview(): {
  readonly overview: RunOverview | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
} {
  const api = useTRPC();
  const { workspace, trace } = useDebugger();
  const over = isTerminal(trace.status) && trace.lastSequence > 0;
  const query = useQuery(
    api.traceInspect.overview.queryOptions(
      { workspace, id: trace.id },
      over ? { staleTime: Infinity } : { staleTime: LIVE_REFRESH_MS, refetchInterval: LIVE_REFRESH_MS },
    ),
  );
  return {
    overview: query.data,
    failed: query.isError,
    retry: () => void query.refetch(),
  };
}
