"use client";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { AppRouter } from "../../../server/api/root.ts";
import { useDebugger } from "../debugger-context.ts";

type Outputs = inferRouterOutputs<AppRouter>["traceInspect"];
/** A model call from its request to its end, with its context beside the one before. */
export type InspectedCall = NonNullable<Outputs["modelCall"]>;
/** A rebuilt request, message by message. */
export type InspectedRequest = Outputs["request"];

const RUNNING_REFRESH_MS = 3_000;

/** The model call that an entry belongs to; null data when it belongs to none. Asked again only while the call runs. */
export function useCall(
  sequence: number,
): UseQueryResult<InspectedCall | null, { readonly message: string }> {
  const api = useTRPC();
  const { workspace, trace } = useDebugger();
  return useQuery({
    ...api.traceInspect.modelCall.queryOptions(
      { workspace, id: trace.id, sequence },
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
