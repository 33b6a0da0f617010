"use client";
import { useSyncExternalStore } from "react";

const ELSEWHERE = ["Ctrl", "K"] as const;
const ON_APPLE = ["⌘", "K"] as const;

/** The keys that open the command palette, as they are written on this machine. */
export function usePaletteKey(): readonly string[] {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? ON_APPLE : ELSEWHERE),
    () => ELSEWHERE,
  );
}

function never(): () => void {
  return () => undefined;
}
