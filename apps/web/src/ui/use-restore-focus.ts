"use client";
import { useCallback, useState } from "react";

/**
 * Returns an `onCloseAutoFocus` handler for an overlay without a trigger button: it restores the previous focus, then calls `onClosed`.
 */
export function useRestoreFocus(onClosed?: () => void): (event: Event) => void {
  const [previous] = useState(() => document.activeElement);
  return useCallback(
    (event) => {
      event.preventDefault();
      if (previous instanceof HTMLElement) previous.focus({ preventScroll: true });
      onClosed?.();
    },
    [previous, onClosed],
  );
}
