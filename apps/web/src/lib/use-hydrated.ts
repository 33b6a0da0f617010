"use client";
import { useSyncExternalStore } from "react";

const never = (): (() => void) => () => undefined;

/** Returns false on the server and until hydration. A form submitted earlier would be lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
