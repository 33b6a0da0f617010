"use client";
import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/** How much one step of a wheel zooms: e to the power of this, per pixel. */
const ZOOM_PER_PIXEL = 0.004;

export type WheelMoves = {
  readonly zoom: (factor: number, around: number) => void;
  readonly move: (share: number) => void;
};

/** Ctrl or ⌘ with the wheel (or a pinch) zooms around the pointer; sideways it moves. Up and down stay the page's own. */
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
    // React listens passively, and a passive listener cannot keep the browser from zooming the page.
    current.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      current.removeEventListener("wheel", onWheel);
    };
  }, [element]);
}
