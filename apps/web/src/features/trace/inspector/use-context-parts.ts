"use client";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { AppRouter } from "../../../server/api/root.ts";
import { useRun } from "../state/debugger-provider.tsx";

type Outputs = inferRouterOutputs<AppRouter>["traceInspect"];
/** The messages of a request, with those that were partly or fully omitted. */
export type ContextParts = NonNullable<Outputs["contextParts"]>;
export type ContextPart = ContextParts["parts"][number];

/** Returns the context of the call that an entry belongs to, message by message. It never changes, so it is fetched once. */
export function useContextParts(
  sequence: number,
): UseQueryResult<ContextParts | null, { readonly message: string }> {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  return useQuery(
    api.traceInspect.contextParts.queryOptions({ workspace, id: traceId, sequence }, { staleTime: Infinity }),
  );
}
