"use client";
import { useSyncExternalStore } from "react";

const never = (): (() => void) => () => undefined;

/** False in what the server draws and until this page's script is at work: a form sent before that would be lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
