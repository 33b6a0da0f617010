"use client";
import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads a text this tab remembers; empty when there is none or the browser keeps nothing. */
export function readSessionText(key: string): string {
  try {
    return window.sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Remembers a text for this tab; empty forgets it. Components that show it render again. */
export function writeSessionText(key: string, text: string): void {
  try {
    if (text === "") window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing loses drafts on reload; that is what its owner chose.
  }
  for (const listener of listeners) listener();
}

/** A text that survives reload and leaving the page, in this tab only. */
export function useSessionText(key: string): readonly [string, (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readSessionText(key),
    () => "",
  );
  const write = useCallback(
    (next: string) => {
      writeSessionText(key, next);
    },
    [key],
  );
  return [text, write];
}
