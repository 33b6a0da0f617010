"use client";
import { useSyncExternalStore } from "react";

/** Whether this machine writes ⌘ where others write Ctrl. The server says no. */
export function useOnApple(): boolean {
  return useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
}

function never(): () => void {
  return () => undefined;
}
