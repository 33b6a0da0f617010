"use client";
import { applyTiming, createTiming } from "@goaltrace/core/graph";
import type { TimedLane, Timing } from "@goaltrace/core/graph";
import { type OutlineEntry, readPackedOutline, unpackOutline } from "@goaltrace/core/log";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import { usePageTree } from "../state/use-page-tree.ts";

/** The logs of sub-agents in real time, by trace; those that are not known yet are absent. */
export type AgentTimings = {
  readonly timings: ReadonlyMap<string, Timing>;
  /** The sub-agents whose logs could not be read. */
  readonly failed: ReadonlySet<string>;
  readonly retry: (traceId: string) => void;
};

/**
 * Loads the logs of these sub-agents, at any depth below `lanes`, and reloads them when they have made more calls. `until` cuts them at a moment, in
 * milliseconds since the epoch; null for now. A log that continues the log of an earlier sub-agent starts with its new part.
 */
export function useAgentTimings(
  wanted: readonly string[],
  { lanes, until }: { readonly lanes: readonly TimedLane[]; readonly until: number | null },
): AgentTimings {
  const api = useTRPC();
  const queryClient = useQueryClient();
  const { workspace } = useRun();
  const runs = usePageTree()?.runs;
  const queries = useQueries({
    queries: wanted.map((id) => ({
      ...api.traces.skeleton.queryOptions({ workspace, id }),
      select: readOutline,
      // It is reloaded when the tree reports that it has grown.
      staleTime: Infinity,
    })),
    combine,
  });

  const known = useRef(new Map<string, string>());
  useEffect(() => {
    for (const id of wanted) {
      const run = runs?.find((candidate) => candidate.id === id);
      if (run === undefined) continue;
      const revision = `${run.calls} ${run.status}`;
      const before = known.current.get(id);
      known.current.set(id, revision);
      if (before !== undefined && before !== revision)
        void queryClient.invalidateQueries({
          queryKey: api.traces.skeleton.queryKey({ workspace, id }),
        });
    }
  }, [wanted, runs, queryClient, api, workspace]);

  return useMemo(() => {
    const logs = new Map(wanted.map((id, index) => [id, queries[index]?.entries]));
    const timings = new Map<string, Timing>();
    const add = (lane: TimedLane): void => {
      const entries = logs.get(lane.traceId);
      if (entries === undefined || timings.has(lane.traceId)) return;
      const timing = timingBetween(entries, lane.from, until);
      timings.set(lane.traceId, timing);
      timing.lanes.forEach(add);
    };
    lanes.forEach(add);
    return {
      timings,
      failed: new Set(wanted.filter((_, index) => queries[index]?.isError === true)),
      retry: (id) =>
        void queryClient.invalidateQueries({ queryKey: api.traces.skeleton.queryKey({ workspace, id }) }),
    };
    // Lanes grow in place: their number announces a new one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, queries, lanes, lanes.length, until, queryClient, api, workspace]);
}

function readOutline({ packed }: { readonly packed: string }): readonly OutlineEntry[] {
  return unpackOutline(readPackedOutline(packed));
}

type LogQuery = { readonly data: readonly OutlineEntry[] | undefined; readonly isError: boolean };

function combine(
  queries: readonly LogQuery[],
): readonly { readonly entries: readonly OutlineEntry[] | undefined; readonly isError: boolean }[] {
  return queries.map(({ data, isError }) => ({ entries: data, isError }));
}

type FoldedLog = { readonly from: number; readonly until: number | null; readonly timing: Timing };

/** The last fold of each log, which scrolling requests repeatedly. */
const folded = new WeakMap<readonly OutlineEntry[], FoldedLog>();

function timingBetween(entries: readonly OutlineEntry[], from: number, until: number | null): Timing {
  const known = folded.get(entries);
  if (known?.from === from && known.until === until) return known.timing;
  const timing = createTiming();
  folded.set(entries, { from, until, timing });
  for (const entry of entries)
    if (entry.t >= from && (until === null || entry.t <= until)) applyTiming(timing, entry);
  return timing;
}
