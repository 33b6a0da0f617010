"use client";
import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Texts that the browser did not store, because the person forbids it or the storage is full. They last until a reload. */
const unstored = new Map<string, string>();

/** Returns a text kept for this tab; empty when there is none. */
function readSessionText(key: string): string {
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
  try {
    return window.sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a text for this tab and rerenders its readers. An empty text removes it. */
export function writeSessionText(key: string, text: string): void {
  try {
    if (text === "") window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
  for (const listener of listeners) listener();
}

/** Returns a text that survives reloads and navigation in this tab, with its setter. */
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
