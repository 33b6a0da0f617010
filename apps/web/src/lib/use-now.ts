"use client";
import { useCallback, useSyncExternalStore } from "react";

/**
 * The present in milliseconds, rounded down to `stepMs`, re-rendering once per step. Null on the server and during
 * hydration, where there is no present both sides would agree on. Pass null to stand still (a run that has ended).
 */
export function useNow(stepMs: number | null): number | null {
  const subscribe = useCallback(
    (changed: () => void) => {
      if (stepMs === null) return () => undefined;
      const timer = setInterval(changed, stepMs);
      return () => {
        clearInterval(timer);
      };
    },
    [stepMs],
  );
  return useSyncExternalStore(subscribe, () => presentIn(stepMs), onServer);
}

/** The time zone of this browser, or UTC until hydration is over. */
export function useTimeZone(): string {
  return useSyncExternalStore(never, localTimeZone, () => "UTC");
}

const MINUTE_MS = 60_000;

function presentIn(stepMs: number | null): number {
  const step = stepMs ?? MINUTE_MS;
  return Math.floor(Date.now() / step) * step;
}

function onServer(): null {
  return null;
}

function never(): () => void {
  return () => undefined;
}

let timeZone: string | undefined;

/** Asked at every look at the store, and dear to find out: once is enough for a page. */
function localTimeZone(): string {
  timeZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return timeZone;
}
