"use client";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/** The state of following the end of growing content. */
export type Follow = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Whether the end is visible and stays visible as content grows. */
  readonly following: boolean;
  /** The number of items added since the end went out of sight. */
  readonly missed: number;
  readonly goToEnd: () => void;
};

/** The distance from the end that still counts as the end. */
const NEAR_END_PX = 32;

/** Follows the end of `scroller` while it is visible. `count` is the number of visible items; `version` changes whenever any item does. */
export function useFollow(count: number, version: unknown): Follow {
  const scroller = useRef<HTMLDivElement>(null);
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const atEnd = useRef(true);
  const lastTop = useRef(0);
  const latestCount = useRef(count);

  useLayoutEffect(() => {
    latestCount.current = count;
    if (atEnd.current) scrollToEnd(scroller.current);
  }, [count, version]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const setAtEnd = (near: boolean): void => {
      if (near === atEnd.current) return;
      atEnd.current = near;
      setLeftAt(near ? null : latestCount.current);
    };
    const isNear = (): boolean =>
      element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_END_PX;
    const onScroll = (): void => {
      // Only scrolling up leaves the end. Content that grows below (a font, a first layout of a turn) does not.
      const up = element.scrollTop < lastTop.current - 1;
      lastTop.current = element.scrollTop;
      if (isNear()) setAtEnd(true);
      else if (up) setAtEnd(false);
    };
    const onToggle = (): void => {
      setAtEnd(isNear());
    };
    const resizeObserver = new ResizeObserver(() => {
      if (atEnd.current) scrollToEnd(element);
    });
    resizeObserver.observe(element);
    if (element.firstElementChild) resizeObserver.observe(element.firstElementChild);
    element.addEventListener("scroll", onScroll, { passive: true });
    // Expanding a row stops following when it pushes the end away. The event does not bubble.
    element.addEventListener("toggle", onToggle, true);
    return () => {
      resizeObserver.disconnect();
      element.removeEventListener("scroll", onScroll);
      element.removeEventListener("toggle", onToggle, true);
    };
  }, []);

  const goToEnd = useCallback(() => {
    atEnd.current = true;
    setLeftAt(null);
    scrollToEnd(scroller.current);
  }, []);

  return {
    scroller,
    following: leftAt === null,
    missed: leftAt === null ? 0 : Math.max(0, count - leftAt),
    goToEnd,
  };
}

function scrollToEnd(element: HTMLElement | null): void {
  if (element) element.scrollTop = element.scrollHeight;
}
