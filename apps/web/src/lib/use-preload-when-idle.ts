"use client";
import { useEffect } from "react";

/** Something that can be fetched before it is asked for. */
type Preloadable = { readonly preload: () => void };

/** Longest wait for a quiet moment, in milliseconds: a busy page still gets ready for the next press. */
const PATIENCE_MS = 4_000;
/** Not every browser tells when it is idle; there it is taken for idle this long after. Milliseconds. */
const GUESSED_MS = 1_000;

/** Gets what may be wanted next, one after another, each while the page has nothing else to do. Keep `wanted` the same list. */
export function usePreloadWhenIdle(wanted: readonly Preloadable[], enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const left = [...wanted];
    let stop = (): void => undefined;
    const next = (): void => {
      const one = left.shift();
      if (!one) return;
      one.preload();
      stop = whenIdle(next);
    };
    stop = whenIdle(next);
    return () => {
      stop();
    };
  }, [wanted, enabled]);
}

/** Calls once when the browser is idle. Returns the way to stop it. */
function whenIdle(run: () => void): () => void {
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(run, GUESSED_MS);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = window.requestIdleCallback(run, { timeout: PATIENCE_MS });
  return () => {
    window.cancelIdleCallback(handle);
  };
}
