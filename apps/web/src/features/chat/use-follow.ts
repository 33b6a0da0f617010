"use client";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/** Following the end of something that grows. */
export type Follow = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The end is in sight, and growing keeps it there. */
  readonly following: boolean;
  /** How much was added since the end went out of sight. */
  readonly missed: number;
  readonly goToEnd: () => void;
};

/** Pixels from the end that still count as being there. */
const NEAR = 32;

/** Follows the end of `scroller` only while it is in sight. `count` is the number of things shown, `version` changes whenever any does. */
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
    const stand = (near: boolean): void => {
      if (near === atEnd.current) return;
      atEnd.current = near;
      setLeftAt(near ? null : latestCount.current);
    };
    const isNear = (): boolean => element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR;
    const look = (): void => {
      // Only going up leaves the end; that what is below grew (a font, a turn drawn for the first time) does not.
      const up = element.scrollTop < lastTop.current - 1;
      lastTop.current = element.scrollTop;
      if (isNear()) stand(true);
      else if (up) stand(false);
    };
    const toggled = (): void => {
      stand(isNear());
    };
    const resized = new ResizeObserver(() => {
      if (atEnd.current) scrollToEnd(element);
    });
    resized.observe(element);
    if (element.firstElementChild) resized.observe(element.firstElementChild);
    element.addEventListener("scroll", look, { passive: true });
    // Opening a row to read it ends the following when it pushes the end away. The event does not bubble.
    element.addEventListener("toggle", toggled, true);
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", look);
      element.removeEventListener("toggle", toggled, true);
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
