"use client";
import { useEffect, useState } from "react";
import type { RefObject } from "react";

/** Returns the width of an element in whole pixels; 0 before layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      setWidth(Math.floor(current.clientWidth));
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}
