"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";

/** A matching conversation or run. `at` is in milliseconds since the epoch. */
export type SearchResult = { readonly id: string; readonly title: string; readonly at: number };

export type SearchResults = {
  /** The text of the search: the typed text after a short delay. */
  readonly text: string;
  readonly conversations: readonly SearchResult[];
  readonly traces: readonly SearchResult[];
  /** Whether the first results are still loading. */
  readonly loading: boolean;
  readonly error: unknown;
};

/** Long enough to finish typing a word, short enough to feel immediate. */
const DEBOUNCE_MS = 150;

/** Searches conversations and runs by title and messages. Without text, returns the most recent ones. */
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

/** Returns a value after it has been stable for `waitMs`. */
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
