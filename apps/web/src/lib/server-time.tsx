"use client";
import { createContext, useEffect, useMemo } from "react";
import type { ReactElement, ReactNode } from "react";
import { rememberPreference, TIME_ZONE_COOKIE } from "./preferences.ts";

/** The time and zone with which the server rendered the page. */
type ServerTime = {
  /** Epoch milliseconds. */
  readonly now: number;
  /** IANA name; null if the server does not know the browser's zone and renders UTC. */
  readonly timeZone: string | null;
};

/** Null outside pages. */
export const ServerTimeContext = createContext<ServerTime | null>(null);

let cachedZone: string | undefined;

/** Returns the time zone of this browser. Cached, because it is needed often and slow to determine. */
export function localTimeZone(): string {
  cachedZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return cachedZone;
}

/**
 * Provides the server's time and zone, so that hydration renders the same times as the server. Stores the browser's zone in a cookie for
 * the next page.
 */
export function ServerTimeProvider({
  now,
  timeZone,
  children,
}: ServerTime & { readonly children: ReactNode }): ReactElement {
  useEffect(() => {
    const zone = localTimeZone();
    if (zone !== timeZone) rememberPreference(TIME_ZONE_COOKIE, zone);
  }, [timeZone]);
  const serverTime = useMemo(() => ({ now, timeZone }), [now, timeZone]);
  return <ServerTimeContext value={serverTime}>{children}</ServerTimeContext>;
}
