"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { AppRouter } from "../../../server/api/root.ts";
import { useRun } from "../state/debugger-provider.tsx";

type Outputs = inferRouterOutputs<AppRouter>["annotations"];
/** The tags, ratings and comments of a trace. */
export type Annotations = Outputs["list"];
export type Comment = Annotations["comments"][number];

/** The refresh interval for annotations of other people. They also refresh on focus. */
const REFRESH_MS = 10_000;

/** Returns the annotations of this run; null while they load. */
export function useAnnotations(): {
  readonly annotations: Annotations | null;
  readonly error: { readonly message: string } | null;
} {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const query = useQuery(
    api.annotations.list.queryOptions(
      { workspace, traceId },
      { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true },
    ),
  );
  return { annotations: query.data ?? null, error: query.error };
}

/** Returns the mutations of annotations. Each refreshes the displayed annotations. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- tRPC infers the type; writing it out would repeat the implementation
export function useAnnotate() {
  const api = useTRPC();
  const queryClient = useQueryClient();
  const { workspace, traceId } = useRun();
  const onSuccess = async (): Promise<void> => {
    await queryClient.invalidateQueries({
      queryKey: api.annotations.list.queryKey({ workspace, traceId }),
    });
  };
  return {
    add: useMutation(api.annotations.add.mutationOptions({ onSuccess })),
    edit: useMutation(api.annotations.edit.mutationOptions({ onSuccess })),
    remove: useMutation(api.annotations.remove.mutationOptions({ onSuccess })),
    restore: useMutation(api.annotations.restore.mutationOptions({ onSuccess })),
    rate: useMutation(api.annotations.rate.mutationOptions({ onSuccess })),
    tag: useMutation(api.annotations.tag.mutationOptions({ onSuccess })),
  };
}
