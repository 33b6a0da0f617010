"use client";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { TEXT_PAGE } from "../../lib/text-page.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import type { ResultText } from "./chat-turn.ts";

/** A text that is being completed: as much of it as has arrived. */
type WholeText = {
  readonly text: string;
  /** The state of what has not arrived; null when all of it has. */
  readonly rest:
    | { readonly state: "loading" }
    | { readonly state: "failed"; readonly error: unknown; readonly load: () => void }
    | null;
};

/**
 * Loads the rest of a text of entry `sequence` of which only the start was sent. Its pages are loaded one after the other, because the server
 * reads the whole entry for each.
 */
export function useWholeText(
  entry: { readonly workspace: string; readonly traceId: string; readonly sequence: number },
  { field, text: start, total }: ResultText,
): WholeText {
  const api = useTRPC();
  const queries = useQueryClient();
  const input = { workspace: entry.workspace, id: entry.traceId, sequence: entry.sequence, field };
  const { data, error, fetchStatus, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.traces.text.queryKey(input), "rest", start.length],
    queryFn: async ({ pageParam: offset }) =>
      queries.fetchQuery(api.traces.text.queryOptions({ ...input, offset }, { staleTime: Infinity })),
    initialPageParam: start.length,
    getNextPageParam: (_last, _pages, offset) => (offset + TEXT_PAGE < total ? offset + TEXT_PAGE : null),
    enabled: start.length < total,
    // Only an erasure changes an entry, and then the chat reads its log again.
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const isIdle = fetchStatus === "idle";
  const isNextDue = hasNextPage && isIdle && error === null;
  useEffect(() => {
    if (isNextDue) void fetchNextPage();
  }, [isNextDue, data, fetchNextPage]);

  const text = start + (data?.pages ?? []).map((page) => page.text).join("");
  const isWhole = start.length >= total || (data !== undefined && !hasNextPage);
  if (isWhole) return { text, rest: null };
  if (error === null || !isIdle) return { text, rest: { state: "loading" } };
  return { text, rest: { state: "failed", error, load: () => void fetchNextPage() } };
}
