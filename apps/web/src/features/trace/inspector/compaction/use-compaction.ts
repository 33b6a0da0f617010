"use client";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTRPC } from "../../../../lib/trpc.tsx";
import type { AppRouter } from "../../../../server/api/root.ts";
import { useDebugger } from "../../debugger-context.ts";

/** A compaction with its ledger, earlier attempts and later pins. */
export type Compaction = inferRouterOutputs<AppRouter>["traceInspect"]["compaction"];

/** Returns the compaction at a sequence. */
export function useCompaction(sequence: number): UseQueryResult<Compaction, { readonly message: string }> {
  const api = useTRPC();
  const { workspace, trace } = useDebugger();
  return useQuery(
    api.traceInspect.compaction.queryOptions({ workspace, id: trace.id, sequence }, { staleTime: 30_000 }),
  );
}
