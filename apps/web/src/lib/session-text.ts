"use client";
import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a text stored for this tab; empty when there is none or storage is unavailable. */
function readSessionText(key: string): string {
  try {
    return window.sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Stores a text for this tab and rerenders its readers. An empty text removes it. */
export function writeSessionText(key: string, text: string): void {
  try {
    if (text === "") window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, text);
  } catch {
    // Without storage, drafts are lost on reload. The person chose that setting.
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
