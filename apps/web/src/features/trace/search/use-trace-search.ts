"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { Debugger } from "../debugger-context.ts";
import type { Direction } from "../selection-moves.ts";
import { asksForSomething, matchEntries, readQuery } from "./match-entries.ts";
import type { Jumps } from "./use-jumps.ts";

/** Contents are asked for after this long without another key: a pause in a word asks, and what is found is there in 300 ms. */
const ASK_AFTER_MS = 100;
/** Shorter texts are in nearly every entry. */
const SHORTEST_TEXT = 2;
const NO_HITS: readonly number[] = [];

export type TraceSearch = {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly clear: () => void;
  /** Sequences of what was found, in order. */
  readonly hits: readonly number[];
  readonly hitSet: ReadonlySet<number>;
  /** Place of the selection among the hits, from 1; null when it is none of them. */
  readonly position: number | null;
  /** Whether anything is asked for. */
  readonly active: boolean;
  /** `contents`: the server still looks into the contents. `failed`: it could not, only what the page holds was searched. */
  readonly standing: "complete" | "contents" | "more" | "failed";
  readonly go: (direction: Direction) => void;
};

/** Search in the trace: at once in what the page holds, then in the contents on the server. */
export function useTraceSearch(
  { workspace, trace, model, version, view, changeView }: Debugger,
  jumps: Jumps,
): TraceSearch {
  const api = useTRPC();
  const query = useMemo(() => readQuery(view.search), [view.search]);
  const asked = useSettled(query.text);
  const contents = useQuery(
    api.traces.searchIn.queryOptions(
      { workspace, id: trace.id, text: asked },
      { enabled: asked.length >= SHORTEST_TEXT && asked === query.text, staleTime: 10_000 },
    ),
  );
  const found = asked === query.text && asked.length >= SHORTEST_TEXT ? contents.data : undefined;
  const hits = useMemo(() => {
    void version;
    const inContents = found ? new Set(found.sequences) : null;
    const entries = matchEntries(model, query, inContents);
    return entries.length === 0 ? NO_HITS : entries.map((entry) => entry.q);
  }, [model, version, query, found]);
  const hitSet = useMemo(() => new Set(hits), [hits]);
  const { sequence, search: text } = view;
  const index = sequence === null ? -1 : hits.indexOf(sequence);
  const active = asksForSomething(query);
  const pending = query.text.length >= SHORTEST_TEXT && (asked !== query.text || contents.isPending);

  const standing = standingOf({ pending, failed: contents.isError, complete: found?.complete ?? true });
  const { jumpTo, closeAgain } = jumps;

  // The same object while it says the same: a run that grows draws the field anew only when it found more.
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
      standing,
      go: (direction) => {
        const next = nextHit(hits, sequence, direction);
        if (next !== null) jumpTo(next);
      },
    }),
    [text, hits, hitSet, index, active, standing, sequence, changeView, jumpTo, closeAgain],
  );
}

/** The hit after or before a sequence; beyond the last comes the first again. */
function nextHit(hits: readonly number[], from: number | null, direction: Direction): number | null {
  const here = from ?? (direction === 1 ? -1 : Number.POSITIVE_INFINITY);
  const next =
    direction === 1 ? hits.find((sequence) => sequence > here) : hits.findLast((sequence) => sequence < here);
  return next ?? (direction === 1 ? hits[0] : hits.at(-1)) ?? null;
}

function standingOf(contents: {
  readonly pending: boolean;
  readonly failed: boolean;
  readonly complete: boolean;
}): TraceSearch["standing"] {
  if (contents.failed) return "failed";
  if (contents.pending) return "contents";
  return contents.complete ? "complete" : "more";
}

/** A value once it has stood still for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
}
