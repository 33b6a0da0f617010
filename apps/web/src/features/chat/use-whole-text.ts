"use client";
import { useQueries } from "@tanstack/react-query";
import { TEXT_PAGE } from "../../lib/text-page.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import type { ResultText } from "./chat-turn.ts";

/** A text that is being completed: as much of it as has arrived without a gap. */
type WholeText = {
  readonly text: string;
  /** The failure to load the rest; null without one. */
  readonly failure: { readonly error: unknown; readonly retry: () => void } | null;
};

/** Loads the rest of a text of entry `sequence` of which only the start was sent. */
export function useWholeText(
  entry: { readonly workspace: string; readonly traceId: string; readonly sequence: number },
  { field, text: start, total }: ResultText,
): WholeText {
  const api = useTRPC();
  const { workspace, traceId: id, sequence } = entry;
  const pages = Math.ceil((total - start.length) / TEXT_PAGE);
  return useQueries({
    queries: Array.from({ length: pages }, (_, page) =>
      api.traces.text.queryOptions(
        { workspace, id, sequence, field, offset: start.length + page * TEXT_PAGE },
        // Only an erasure changes an entry, and then the chat reads its log again.
        { staleTime: Infinity },
      ),
    ),
    combine: (results) => {
      const missing = results.findIndex(({ data }) => data === undefined);
      const arrived = missing === -1 ? results : results.slice(0, missing);
      const failed = results.filter(({ isError }) => isError);
      const retry = (): void => {
        for (const { refetch } of failed) void refetch();
      };
      return {
        text: start + arrived.map(({ data }) => data?.text ?? "").join(""),
        failure: failed[0] === undefined ? null : { error: failed[0].error, retry },
      };
    },
  });
}
