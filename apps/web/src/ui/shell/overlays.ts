"use client";
import { useSyncExternalStore } from "react";

/** The overlays of a workspace page; at most one is open. */
export type ShellOverlay = "palette" | "keys";

let shown: ShellOverlay | null = null;
const listeners = new Set<() => void>();

/** Opens an overlay in place of any other; null closes it. */
export function showOverlay(overlay: ShellOverlay | null): void {
  if (shown === overlay) return;
  shown = overlay;
  for (const listener of listeners) listener();
}

/** Returns the open overlay. */
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
