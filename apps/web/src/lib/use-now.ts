"use client";
import { useCallback, useContext, useSyncExternalStore } from "react";
import { localTimeZone, ServerPresentContext } from "./present.tsx";

/**
 * The present in milliseconds, rounded down to `stepMs`, re-rendering once per step. On the server and during hydration it is the
 * server's, on which both sides agree; null where there is none. Pass null to stand still (a run that has ended).
 */
export function useNow(stepMs: number | null): number | null {
  const seed = useContext(ServerPresentContext)?.now ?? null;
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
  return useSyncExternalStore(
    subscribe,
    () => roundedDown(Date.now(), stepMs),
    () => (seed === null ? null : roundedDown(seed, stepMs)),
  );
}

/** The time zone of this browser; until hydration is over the one the server knows of it, else UTC. */
export function useTimeZone(): string {
  const zone = useContext(ServerPresentContext)?.timeZone ?? "UTC";
  return useSyncExternalStore(never, localTimeZone, () => zone);
}

const MINUTE_MS = 60_000;

function roundedDown(at: number, stepMs: number | null): number {
  const step = stepMs ?? MINUTE_MS;
  return Math.floor(at / step) * step;
}

function never(): () => void {
  return () => undefined;
}
