"use client";
import { createContext, useEffect, useMemo } from "react";
import type { ReactElement, ReactNode } from "react";
import { rememberPreference, TIME_ZONE_COOKIE } from "./preferences.ts";

/** What the server took for the present while it wrote the page, and the zone it wrote moments in. */
type ServerPresent = {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** IANA name; null while the server does not know the browser's, and writes UTC. */
  readonly timeZone: string | null;
};

/** Null outside of pages. */
export const ServerPresentContext = createContext<ServerPresent | null>(null);

let zoneHere: string | undefined;

/** The time zone of this browser. Asked often, and dear to find out: once is enough for a page. */
export function localTimeZone(): string {
  zoneHere ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zoneHere;
}

/**
 * Lets everything below begin with the server's clock and zone, so that what it wrote about time is what the browser finds there. Tells
 * the server the browser's zone for the next page.
 */
export function PresentProvider({
  now,
  timeZone,
  children,
}: ServerPresent & { readonly children: ReactNode }): ReactElement {
  useEffect(() => {
    const zone = localTimeZone();
    if (zone !== timeZone) rememberPreference(TIME_ZONE_COOKIE, zone);
  }, [timeZone]);
  const present = useMemo(() => ({ now, timeZone }), [now, timeZone]);
  return <ServerPresentContext value={present}>{children}</ServerPresentContext>;
}
