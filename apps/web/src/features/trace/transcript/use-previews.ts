"use client";
import type { Entry, Message } from "@goaltrace/core/log";
import { useQueries } from "@tanstack/react-query";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useLog, useRun } from "../state/debugger-provider.tsx";
import { BLOCK_SIZE } from "./transcript-items.ts";

/** A message with truncated long texts; `cut` is true when any was truncated. */
export type Preview = { readonly message: Message; readonly cut: boolean };

export type Previews = {
  readonly bySequence: ReadonlyMap<number, Preview>;
  /** The error of the visible contents; null without one. */
  readonly error: Error | null;
  readonly retry: () => void;
};

/** Returns the contents of the visible blocks. Log entries never change, so a block is refetched only while it grows. */
export function usePreviews(blocks: readonly number[]): Previews {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const fullModel = useLog((log) => log.fullModel);
  const last = fullModel.entries.at(-1)?.q ?? 0;
  return useQueries({
    queries: blocks.map((block) => {
      const after = Math.max(0, block * BLOCK_SIZE - 1);
      const until = Math.min(last, (block + 1) * BLOCK_SIZE - 1);
      return {
        ...api.traces.previews.queryOptions({
          workspace,
          id: traceId,
          after,
          limit: Math.max(1, until - after),
        }),
        staleTime: Infinity,
        // Keep the known part of a growing block visible while more of it loads.
        placeholderData: keepBefore,
      };
    }),
    combine,
  });
}

type Page = readonly { readonly entry: Entry; readonly truncated: readonly unknown[] }[];
type PageQuery = {
  readonly data: Page | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly refetch: () => Promise<unknown>;
};

function keepBefore<T>(before: T | undefined): T | undefined {
  return before;
}

function combine(pages: readonly PageQuery[]): Previews {
  const bySequence = new Map<number, Preview>();
  for (const { entry, truncated } of pages.flatMap((page) => page.data ?? [])) {
    if (entry.kind === "message")
      bySequence.set(entry.sequence, { message: entry, cut: truncated.length > 0 });
  }
  const failed = pages.find((page) => page.isError)?.error;
  return {
    bySequence,
    error: failed instanceof Error ? failed : null,
    retry: () => {
      for (const page of pages) if (page.isError) void page.refetch();
    },
  };
}
