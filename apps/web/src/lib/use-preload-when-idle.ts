"use client";
import { useEffect } from "react";

/** Code or data that can be loaded ahead of use. */
type Preloadable = { readonly preload: () => void };

/** A page that never becomes idle still preloads after this time. */
const IDLE_TIMEOUT_MS = 4_000;
/** Browsers without requestIdleCallback wait this long instead. */
const IDLE_FALLBACK_MS = 1_000;

/** Preloads the items one after another while the page is idle. `items` must be a stable reference. */
export function usePreloadWhenIdle(items: readonly Preloadable[], enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const remaining = [...items];
    let stop = (): void => undefined;
    const next = (): void => {
      const item = remaining.shift();
      if (!item) return;
      item.preload();
      stop = whenIdle(next);
    };
    stop = whenIdle(next);
    return () => {
      stop();
    };
  }, [items, enabled]);
}

/** Calls `run` once when the browser is idle. Returns the function that cancels it. */
function whenIdle(run: () => void): () => void {
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(run, IDLE_FALLBACK_MS);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = window.requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
  return () => {
    window.cancelIdleCallback(handle);
  };
}
