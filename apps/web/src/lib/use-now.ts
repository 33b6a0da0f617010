"use client";
import { useCallback, useContext, useSyncExternalStore } from "react";
import { localTimeZone, ServerTimeContext } from "./server-time.tsx";

/**
 * Returns the current time in epoch milliseconds, rounded down to `stepMs`, and re-renders once per step. On the server and during
 * hydration it is the server's time, or null outside pages. Pass null to stop updating, for example after a run has ended.
 */
export function useNow(stepMs: number | null): number | null {
  const seed = useContext(ServerTimeContext)?.now ?? null;
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (stepMs === null) return () => undefined;
      const timer = setInterval(onChange, stepMs);
      return () => {
        clearInterval(timer);
      };
    },
    [stepMs],
  );
  return useSyncExternalStore(
    subscribe,
    () => floorToStep(Date.now(), stepMs),
    () => (seed === null ? null : floorToStep(seed, stepMs)),
  );
}

/** Returns the browser's time zone; until hydration, the zone in its cookie or UTC. */
export function useTimeZone(): string {
  const zone = useContext(ServerTimeContext)?.timeZone ?? "UTC";
  return useSyncExternalStore(never, localTimeZone, () => zone);
}

const MINUTE_MS = 60_000;

function floorToStep(at: number, stepMs: number | null): number {
  const step = stepMs ?? MINUTE_MS;
  return Math.floor(at / step) * step;
}

function never(): () => void {
  return () => undefined;
}
