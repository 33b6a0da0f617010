"use client";
import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { rememberPreference } from "../../../lib/preferences.ts";
import { PANE_COOKIE, PANEL_ROW, placeOfPane, writePanePlace } from "./pane-place.ts";

/** A pane keeps its size for this long before it is measured: a person may be dragging an edge. Milliseconds. */
const SETTLED_MS = 300;

/** Keeps the place of the graph's pane for the next page: the first one at once, later ones when the size of the pane has settled. */
export function useKeptPane(
  pane: RefObject<Element | null>,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const hasKept = useRef(false);
  useEffect(() => {
    if (width === 0 || height === 0) return undefined;
    const keep = (): void => {
      const row = pane.current?.closest(`[${PANEL_ROW}]`);
      if (pane.current && row)
        rememberPreference(PANE_COOKIE, writePanePlace(placeOfPane(pane.current, row)));
    };
    if (!hasKept.current) {
      hasKept.current = true;
      keep();
      return undefined;
    }
    const timer = setTimeout(keep, SETTLED_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [pane, width, height]);
}
