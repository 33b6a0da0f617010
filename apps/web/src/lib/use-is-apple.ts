"use client";
import { useSyncExternalStore } from "react";

/** Returns true on Apple devices, which use ⌘ instead of Ctrl. False on the server. */
export function useIsApple(): boolean {
  return useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
}

function never(): () => void {
  return () => undefined;
}
