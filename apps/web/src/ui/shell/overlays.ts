"use client";
import { useSyncExternalStore } from "react";

/** What can lie over every page of a workspace; at most one does. */
export type ShellOverlay = "palette" | "keys";

let shown: ShellOverlay | null = null;
const listeners = new Set<() => void>();

/** Shows an overlay in place of any other; null closes it. */
export function showOverlay(overlay: ShellOverlay | null): void {
  if (shown === overlay) return;
  shown = overlay;
  for (const listener of listeners) listener();
}

/** The overlay that is shown now. */
export function useOverlay(): ShellOverlay | null {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
