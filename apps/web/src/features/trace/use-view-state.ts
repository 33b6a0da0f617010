"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { readViewState, viewHref } from "./url-state.ts";
import type { ViewState } from "./url-state.ts";

/** Browsers refuse more than about a hundred changes of the address in half a minute; a held key makes more. */
const WRITE_AFTER_MS = 200;

/** Changes some of the view. A function is given the latest view. */
export type ChangeView = (change: Partial<ViewState> | ((view: ViewState) => Partial<ViewState>)) => void;

/** The view, read once from the address and written back to it shortly after each change, without new history entries. */
export function useViewState(): readonly [ViewState, ChangeView] {
  const parameters = useSearchParams();
  const [view, setView] = useState(() => readViewState(parameters));
  useEffect(() => {
    const timer = setTimeout(() => {
      const href = viewHref(view);
      if (href !== (window.location.search || "?")) window.history.replaceState(null, "", href);
    }, WRITE_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [view]);
  const change = useCallback<ChangeView>((wanted) => {
    setView((before) => ({ ...before, ...(typeof wanted === "function" ? wanted(before) : wanted) }));
  }, []);
  return [view, change];
}
