"use client";
import type { RunOverview } from "@goaltrace/core/diagnose";
import { isTerminal } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useLog, useRun, useView } from "../state/debugger-provider.tsx";
import { useRunMoment } from "../state/use-run-moment.ts";

/** The refresh interval of the overview of an active run. The server reads the whole log for it. */
const LIVE_REFRESH_MS = 5_000;

/** Returns the overview of the run at the displayed moment. Fetched once after the run has ended. */
export function useOverview(): {
  readonly overview: RunOverview | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
} {
  const api = useTRPC();
  const { workspace } = useRun();
  const view = useView(({ moment }) => ({ moment }));
  const { trace, isNow, isPainted } = useLog(({ trace, isNow, isPainted }) => ({ trace, isNow, isPainted }));
  const moment = useRunMoment(workspace, trace.id, isNow ? null : view.moment);
  // The server reads the whole log for it, so it comes after the graph.
  const enabled = isNow && isPainted;
  const over = isTerminal(trace.status) && trace.lastSequence > 0;
  const { id } = trace;
  const options = useMemo(
    () =>
      api.traceInspect.overview.queryOptions(
        { workspace, id },
        over
          ? { enabled, staleTime: Infinity }
          : { enabled, staleTime: LIVE_REFRESH_MS, refetchInterval: LIVE_REFRESH_MS },
      ),
    [api, workspace, id, over, enabled],
  );
  const query = useQuery(options);
  if (!isNow) return { overview: moment.data?.overview, failed: moment.failed, retry: moment.retry };
  return {
    overview: query.data,
    failed: query.isError,
    retry: () => void query.refetch(),
  };
}
