"use client";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { RouterOutputs } from "../../../lib/trpc.tsx";
import { useRun } from "./debugger-provider.tsx";

export type KnowledgeSources = RouterOutputs["memory"]["sourcesOf"];

/** Returns the sources of the memory entries or experiences that entries read or wrote. Requests nothing without entries. */
export function useKnowledgeSources(
  sequences: readonly number[],
): Pick<UseQueryResult<KnowledgeSources>, "data"> {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const input = { workspace, traceId, sequences: [...sequences] };
  return useQuery(api.memory.sourcesOf.queryOptions(input, { enabled: sequences.length > 0 }));
}
