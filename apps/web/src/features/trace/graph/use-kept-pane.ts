"use client";
import { useEffect } from "react";
import type { RefObject } from "react";
import { rememberPreference } from "../../../lib/preferences.ts";
import { PANE_COOKIE, PANEL_ROW, placeOfPane, writePanePlace } from "./pane-place.ts";

/** Keeps the place of the graph's pane for the next page, whenever the pane has another size. */
export function useKeptPane(
  pane: RefObject<Element | null>,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  useEffect(() => {
    const row = pane.current?.closest(`[${PANEL_ROW}]`);
    if (!pane.current || !row || width === 0 || height === 0) return;
    rememberPreference(PANE_COOKIE, writePanePlace(placeOfPane(pane.current, row)));
  }, [pane, width, height]);
}
