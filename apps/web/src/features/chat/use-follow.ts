"use client";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { followsEnd } from "./follows-end.ts";
import { heldRoom, type ThreadHeights } from "./held-room.ts";

/** The state of following the end of growing content. */
export type Follow = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Everything in the scroller except the space below it. */
  readonly content: RefObject<HTMLDivElement | null>;
  /** The last part of the content, where requests to people appear and disappear. */
  readonly slot: RefObject<HTMLDivElement | null>;
  /** Below the content: the space of a request that has disappeared, until new content fills it. */
  readonly room: RefObject<HTMLDivElement | null>;
  /** Whether the end is visible and stays visible as content grows. */
  readonly following: boolean;
  /** The number of items added since the end went out of sight. */
  readonly missed: number;
  readonly goToEnd: () => void;
};

/** Follows the end of `scroller` while it is visible. `count` is the number of visible items; `version` changes whenever any item does. */
export function useFollow(count: number, version: unknown): Follow {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const slot = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
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
    const distance = (): number => element.scrollHeight - element.scrollTop - element.clientHeight;
    const onScroll = (): void => {
      const isUp = element.scrollTop < lastTop.current - 1;
      lastTop.current = element.scrollTop;
      setAtEnd(followsEnd(atEnd.current, { distance: distance(), isUp }));
      // Space below the fold is not visible, so removing it moves nothing.
      if (!atEnd.current && isBelowFold(room.current, element)) setHeight(room.current, 0);
    };
    const onToggle = (): void => {
      setAtEnd(followsEnd(false, { distance: distance(), isUp: false }));
    };
    const heights = (): ThreadHeights => ({
      content: content.current?.offsetHeight ?? 0,
      slot: slot.current?.offsetHeight ?? 0,
      view: element.clientHeight,
    });
    let before = heights();
    const settle = (): void => {
      const now = heights();
      const hasLeft = now.slot < before.slot;
      setHeight(room.current, heldRoom(room.current?.offsetHeight ?? 0, before, now));
      before = now;
      if (atEnd.current) scrollToEnd(element);
      // When a request disappears, the browser scrolls before the space is reserved.
      else if (hasLeft && element.scrollTop < lastTop.current) element.scrollTop = lastTop.current;
    };
    const resizeObserver = new ResizeObserver(settle);
    resizeObserver.observe(element);
    for (const part of [content.current, slot.current]) if (part) resizeObserver.observe(part);
    // A request appears or disappears in a single change of the document; any later measurement already includes the reserved space.
    const mutationObserver = new MutationObserver(settle);
    if (slot.current) mutationObserver.observe(slot.current, { childList: true, subtree: true });
    element.addEventListener("scroll", onScroll, { passive: true });
    // Expanding a row stops following when it pushes the end away. The event does not bubble.
    element.addEventListener("toggle", onToggle, true);
    return () => {
      resizeObserver.disconnect();
      mutationObserver.disconnect();
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
    ...{ scroller, content, slot, room },
    following: leftAt === null,
    missed: leftAt === null ? 0 : Math.max(0, count - leftAt),
    goToEnd,
  };
}

function setHeight(element: HTMLElement | null, height: number): void {
  if (element && element.offsetHeight !== height) element.style.height = `${height}px`;
}

function isBelowFold(element: HTMLElement | null, scroller: HTMLElement): boolean {
  if (!element) return false;
  return element.getBoundingClientRect().top >= scroller.getBoundingClientRect().bottom;
}

function scrollToEnd(element: HTMLElement | null): void {
  if (element) element.scrollTop = element.scrollHeight;
}
