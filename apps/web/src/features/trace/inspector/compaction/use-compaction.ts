"use client";
import { skipToken, useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTRPC } from "../../../../lib/trpc.tsx";
import type { AppRouter } from "../../../../server/api/root.ts";
import { useRun } from "../../state/debugger-provider.tsx";

/** A compaction with its ledger, earlier attempts and later pins. */
export type Compaction = inferRouterOutputs<AppRouter>["traceInspect"]["compaction"];

/** Returns the compaction at a sequence; pending without one. */
export function useCompaction(
  sequence: number | null,
): UseQueryResult<Compaction, { readonly message: string }> {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  return useQuery(
    api.traceInspect.compaction.queryOptions(
      sequence === null ? skipToken : { workspace, id: traceId, sequence },
      { staleTime: 30_000 },
    ),
  );
}
