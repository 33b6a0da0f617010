"use client";
import type { RunOverview } from "@goaltrace/core/diagnose";
import type { TraceProjection } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";

/** A moving scrubber queries the server once it has rested this long. */
const SETTLE_MS = 150;

/** The run as of a moment, as far as it has loaded. */
export type MomentState = {
  readonly data: { readonly projection: TraceProjection; readonly overview: RunOverview } | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
};

/** Returns the run as it was after a sequence; without data while it loads. Null requests nothing. */
export function useRunMoment(workspace: string, id: string, sequence: number | null): MomentState {
  const api = useTRPC();
  const [settled, setSettled] = useState(sequence);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(sequence);
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [sequence]);
  const isSettled = sequence !== null && settled === sequence;
  const options = useMemo(
    () =>
      api.traceInspect.moment.queryOptions(
        { workspace, id, sequence: sequence ?? 0 },
        // The past does not change.
        { enabled: isSettled, staleTime: Infinity },
      ),
    [api, workspace, id, sequence, isSettled],
  );
  const query = useQuery(options);
  return {
    data: sequence === null ? undefined : query.data,
    failed: isSettled && query.isError,
    retry: () => void query.refetch(),
  };
}
