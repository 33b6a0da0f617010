"use client";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { AppRouter } from "../../../server/api/root.ts";
import { useRun } from "../state/debugger-provider.tsx";

type Outputs = inferRouterOutputs<AppRouter>["traceInspect"];
/** A model call from its request to its end, with its context compared to the previous call. */
export type InspectedCall = NonNullable<Outputs["modelCall"]>;
/** A reconstructed request, message by message. */
export type InspectedRequest = Outputs["request"];

const RUNNING_REFRESH_MS = 3_000;

/**
 * Returns the model call that an entry belongs to, compared with the previous call or the one that `comparedWith` belongs to; null data
 * without one. Refetched only while the call is running.
 */
export function useCall(
  sequence: number,
  comparedWith?: number,
): UseQueryResult<InspectedCall | null, { readonly message: string }> {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  return useQuery({
    ...api.traceInspect.modelCall.queryOptions(
      { workspace, id: traceId, sequence, ...(comparedWith !== undefined && { comparedWith }) },
      { staleTime: Infinity },
    ),
    refetchInterval: (query) => {
      const call = query.state.data;
      const over =
        call === null || call === undefined || call.story.answer !== null || call.story.failure !== null;
      return over ? false : RUNNING_REFRESH_MS;
    },
  });
}
