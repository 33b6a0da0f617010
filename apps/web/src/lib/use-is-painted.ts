"use client";
import { useEffect, useState } from "react";

/**
 * Whether a frame has been painted since `isShown` became true; in a background tab, which paints none, it is true at once. Work that takes long can wait
 * for it: a render of low priority begins before the frame, and one long step of it delays the frame.
 */
export function useIsPainted(isShown: boolean): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const finish = (): void => {
      setPainted(true);
    };
    const finishIfHidden = (): void => {
      if (document.hidden) finish();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The callback of a frame runs before it is painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(finish);
    });
    finishIfHidden();
    document.addEventListener("visibilitychange", finishIfHidden);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", finishIfHidden);
    };
  }, [isShown]);
  return isPainted;
}
