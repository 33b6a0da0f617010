"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useActions, useLog, useRun, useView } from "../state/debugger-provider.tsx";
import type { Direction } from "../state/selection-moves.ts";
import { hasConditions, matchEntries, readQuery } from "./match-entries.ts";
import type { Jumps } from "./use-jumps.ts";

/** The typing pause before the server is queried, so that results appear within 300 ms. */
const DEBOUNCE_MS = 100;
/** Shorter texts match nearly every entry. */
const MIN_TEXT_LENGTH = 2;
const NO_HITS: readonly number[] = [];

export type TraceSearch = {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly clear: () => void;
  /** The sequences of the matching entries, in order. */
  readonly hits: readonly number[];
  readonly hitSet: ReadonlySet<number>;
  /** The position of the selection among the hits, from 1; null when it is not a hit. */
  readonly position: number | null;
  /** Whether a search is active. */
  readonly active: boolean;
  /** `contents`: the server is still searching. `failed`: the server search failed, and only the outline was searched. */
  readonly state: "complete" | "contents" | "more" | "failed";
  readonly go: (direction: Direction) => void;
};

/** Searches the trace: the outline immediately, then the contents on the server. */
export function useTraceSearch(jumps: Jumps): TraceSearch {
  const { workspace, traceId } = useRun();
  const view = useView(({ search, sequence }) => ({ search, sequence }));
  const { changeView } = useActions();
  const api = useTRPC();
  const query = useMemo(() => readQuery(view.search), [view.search]);
  const active = hasConditions(query);
  // Without a search, the page does not render again with each new entry.
  const model = useLog((log) => (active ? log.model : null));
  const settledText = useDebounced(query.text);
  const contents = useQuery(
    api.traces.searchIn.queryOptions(
      { workspace, id: traceId, text: settledText },
      { enabled: settledText.length >= MIN_TEXT_LENGTH && settledText === query.text, staleTime: 10_000 },
    ),
  );
  const contentHits =
    settledText === query.text && settledText.length >= MIN_TEXT_LENGTH ? contents.data : undefined;
  const hits = useMemo(() => {
    const inContents = contentHits ? new Set(contentHits.sequences) : null;
    const entries = model === null ? [] : matchEntries(model, query, inContents);
    return entries.length === 0 ? NO_HITS : entries.map((entry) => entry.q);
  }, [model, query, contentHits]);
  const hitSet = useMemo(() => new Set(hits), [hits]);
  const { sequence, search: text } = view;
  const index = sequence === null ? -1 : hits.indexOf(sequence);
  const pending = query.text.length >= MIN_TEXT_LENGTH && (settledText !== query.text || contents.isPending);

  const state = searchState({ pending, failed: contents.isError, complete: contentHits?.complete ?? true });
  const { jumpTo, closeAgain } = jumps;

  // A stable object, so that the field rerenders only when the result changes.
  return useMemo(
    () => ({
      text,
      type: (typed) => {
        changeView({ search: typed });
      },
      clear: () => {
        changeView({ search: "" });
        closeAgain();
      },
      hits,
      hitSet,
      position: index < 0 ? null : index + 1,
      active,
      state,
      go: (direction) => {
        const next = nextHit(hits, sequence, direction);
        if (next !== null) jumpTo(next);
      },
    }),
    [text, hits, hitSet, index, active, state, sequence, changeView, jumpTo, closeAgain],
  );
}

/** Returns the hit after or before a sequence. Wraps around at both ends. */
function nextHit(hits: readonly number[], from: number | null, direction: Direction): number | null {
  const here = from ?? (direction === 1 ? -1 : Number.POSITIVE_INFINITY);
  const next =
    direction === 1 ? hits.find((sequence) => sequence > here) : hits.findLast((sequence) => sequence < here);
  return next ?? (direction === 1 ? hits[0] : hits.at(-1)) ?? null;
}

function searchState(contents: {
  readonly pending: boolean;
  readonly failed: boolean;
  readonly complete: boolean;
}): TraceSearch["state"] {
  if (contents.failed) return "failed";
  if (contents.pending) return "contents";
  return contents.complete ? "complete" : "more";
}

/** Returns a value after it has been stable for a moment. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
}
