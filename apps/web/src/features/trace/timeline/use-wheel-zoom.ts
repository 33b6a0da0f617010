"use client";
import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/** The zoom per wheel pixel, as an exponent of e. */
const ZOOM_PER_PIXEL = 0.004;

export type WheelMoves = {
  readonly zoom: (factor: number, around: number) => void;
  readonly move: (share: number) => void;
};

/**
 * Zooms around the pointer with Ctrl or ⌘ and the wheel (or a pinch); horizontal scrolling moves. Vertical scrolling is left to the page.
 */
export function useWheelZoom(element: RefObject<HTMLElement | null>, moves: WheelMoves): void {
  const latest = useRef(moves);
  useEffect(() => {
    latest.current = moves;
  });
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const onWheel = (event: WheelEvent): void => {
      const box = current.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        latest.current.zoom(Math.exp(event.deltaY * ZOOM_PER_PIXEL), (event.clientX - box.left) / box.width);
      } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        latest.current.move(event.deltaX / box.width);
      }
    };
    // React adds passive listeners, which cannot prevent the page zoom.
    current.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      current.removeEventListener("wheel", onWheel);
    };
  }, [element]);
}
