"use client";
import type { RunOverview } from "@goaltrace/core/diagnose";
import { isTerminal } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useDebugger } from "../debugger-context.ts";

/** The refresh interval of the overview of an active run. The server reads the whole log for it. */
const LIVE_REFRESH_MS = 5_000;

/** Returns the overview of the run. Fetched once after the run has ended. */
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
