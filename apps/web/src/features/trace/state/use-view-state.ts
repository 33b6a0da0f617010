"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { readViewState, viewHref } from "./url-state.ts";
import type { ViewState } from "./url-state.ts";

/** Browsers reject more than about a hundred URL changes in half a minute, which a held key exceeds. */
const WRITE_AFTER_MS = 200;

/** Changes part of the view. A function receives the latest view. */
export type ChangeView = (change: Partial<ViewState> | ((view: ViewState) => Partial<ViewState>)) => void;

/**
 * Returns the view of a run, read once from the URL and written back shortly after each change, without new history entries. A link in an earlier
 * format is replaced by one in the current format.
 */
export function useViewState(traceId: string): readonly [ViewState, ChangeView] {
  const parameters = useSearchParams();
  const [view, setView] = useState(() => readViewState(parameters, traceId));
  useEffect(() => {
    const timer = setTimeout(() => {
      const href = viewHref(view, traceId);
      if (href !== (window.location.search || "?")) window.history.replaceState(null, "", href);
    }, WRITE_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [view, traceId]);
  const change = useCallback<ChangeView>((update) => {
    setView((before) => ({ ...before, ...(typeof update === "function" ? update(before) : update) }));
  }, []);
  return [view, change];
}
