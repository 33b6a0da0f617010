"use client";
import { useEffect, useRef, useState } from "react";
import type { PointerEvent } from "react";
import type { TimelineScene } from "./timeline-scene.ts";

/** Rows are drawn in windows of this height, so that most scrolling draws nothing. */
const WINDOW_STEP = 400;
/** Pixels before a press is a drag. */
const MIN_DRAG = 6;

/** Returns the top and the height of the drawn part: the visible part and the area that scrolling shows next. */
export function useWindow(
  scroller: { readonly current: HTMLDivElement | null },
  total: number,
): readonly [top: number, height: number] {
  const [place, setPlace] = useState({ step: 0, visible: 900 });
  useEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const measure = (): void => {
      const next = { step: Math.floor(current.scrollTop / WINDOW_STEP), visible: current.clientHeight };
      setPlace((before) => (before.step === next.step && before.visible === next.visible ? before : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    current.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      current.removeEventListener("scroll", measure);
    };
  }, [scroller]);
  const top = Math.max(0, (place.step - 1) * WINDOW_STEP);
  const bottom = Math.max((place.step + 2) * WINDOW_STEP + place.visible, place.visible);
  return [top, Math.max(0, Math.min(bottom, Math.max(total + 12, place.visible)) - top)];
}

/** Scrolls to a new selection. */
export function useReveal({
  scroller,
  scene,
  selected,
  key,
}: {
  readonly scroller: { readonly current: HTMLDivElement | null };
  readonly scene: TimelineScene;
  readonly selected: number | null;
  /** Differs for each selection. */
  readonly key: string | number | null;
}): void {
  useEffect(() => {
    const row = selected === null ? undefined : scene.waterfall.rows[selected];
    const { current } = scroller;
    if (!row || !current) return;
    const isVisible =
      row.y >= current.scrollTop && row.y + row.height <= current.scrollTop + current.clientHeight;
    if (!isVisible) current.scrollTop = row.y - current.clientHeight / 3;
    // Only a new selection scrolls.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, selected === null]);
}

type DragRange = { readonly from: number; readonly to: number };

/** Selects a time span by dragging with a mouse. */
export function useTimeDrag(
  namesWidth: number,
  onSelect: (from: number, to: number) => void,
): {
  readonly range: DragRange | null;
  readonly hasMoved: () => boolean;
  readonly handlers: Readonly<
    Record<"onPointerDown" | "onPointerMove" | "onPointerUp", (event: PointerEvent) => void>
  >;
} {
  const [range, setRange] = useState<DragRange | null>(null);
  const start = useRef<number | null>(null);
  const moved = useRef(false);
  const place = (event: PointerEvent): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  return {
    range,
    hasMoved: () => moved.current,
    handlers: {
      onPointerDown: (event) => {
        moved.current = false;
        if (event.button === 0 && event.pointerType === "mouse" && place(event) > namesWidth)
          start.current = place(event);
      },
      onPointerMove: (event) => {
        if (start.current === null) return;
        const here = place(event);
        if (!moved.current && Math.abs(here - start.current) < MIN_DRAG) return;
        if (!moved.current) event.currentTarget.setPointerCapture(event.pointerId);
        moved.current = true;
        setRange({ from: Math.min(here, start.current), to: Math.max(here, start.current) });
      },
      onPointerUp: () => {
        if (range !== null) onSelect(range.from, range.to);
        start.current = null;
        setRange(null);
      },
    },
  };
}
