"use client";
import { useCallback, useState } from "react";

/**
 * For an overlay without a button that opened it: gives the focus back to what had it before, then calls `onClosed`. Goes to
 * `onCloseAutoFocus` of the overlay.
 */
export function useFocusBack(onClosed?: () => void): (event: Event) => void {
  const [before] = useState(() => document.activeElement);
  return useCallback(
    (event) => {
      event.preventDefault();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      onClosed?.();
    },
    [before, onClosed],
  );
}
