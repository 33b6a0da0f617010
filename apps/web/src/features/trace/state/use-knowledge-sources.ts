"use client";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { RouterOutputs } from "../../../lib/trpc.tsx";
import { useLog, useRun } from "./debugger-provider.tsx";
import { entryAt } from "./trace-model.ts";

export type KnowledgeSources = RouterOutputs["memory"]["sourcesOf"];

/** Returns where the memories or rules of an entry were learned. Asks nothing for entries of other kinds. */
export function useKnowledgeSources(sequence: number | null): Pick<UseQueryResult<KnowledgeSources>, "data"> {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const isKnowledge = useLog(
    ({ model }) => sequence !== null && entryAt(model.entries, sequence)?.k === "memory",
  );
  const input = { workspace, traceId, sequence: sequence ?? 0 };
  return useQuery(api.memory.sourcesOf.queryOptions(input, { enabled: isKnowledge }));
}
