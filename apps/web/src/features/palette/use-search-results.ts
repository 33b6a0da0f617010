"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";

/** A conversation or a run that was found. `at` in milliseconds since the epoch. */
export type SearchResult = { readonly id: string; readonly title: string; readonly at: number };

export type SearchResults = {
  /** What was searched for; the typed text a moment later. */
  readonly text: string;
  readonly conversations: readonly SearchResult[];
  readonly traces: readonly SearchResult[];
  /** The first answer has not come yet. */
  readonly loading: boolean;
  readonly error: unknown;
};

/** Long enough to finish a word, short enough to feel at once. */
const DEBOUNCE_MS = 150;

/** Searches conversations and runs by their titles and messages; without a text, the ones used last. */
export function useSearchResults(workspace: string, typed: string): SearchResults {
  const api = useTRPC();
  const text = useDebounced(typed.trim(), DEBOUNCE_MS);
  const searchText = text === "" ? undefined : text;
  const conversations = useQuery(
    api.conversations.list.queryOptions(
      { workspace, text: searchText },
      { placeholderData: keepPreviousData },
    ),
  );
  const traces = useQuery(
    api.traces.list.queryOptions(
      { workspace, query: searchText === undefined ? {} : { text: searchText } },
      { placeholderData: keepPreviousData },
    ),
  );
  return {
    text,
    conversations:
      conversations.data?.items.map(({ id, title, updatedAt }) => ({ id, title, at: updatedAt })) ?? NONE,
    traces: traces.data?.items.map(({ id, title, createdAt }) => ({ id, title, at: createdAt })) ?? NONE,
    loading: conversations.isPending || traces.isPending,
    error: conversations.error ?? traces.error,
  };
}

const NONE: readonly SearchResult[] = [];

/** A value once it has stood still for a while. */
function useDebounced(value: string, waitMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, waitMs);
    return () => {
      clearTimeout(timer);
    };
  }, [value, waitMs]);
  return settled;
}
