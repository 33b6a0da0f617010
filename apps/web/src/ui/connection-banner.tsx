"use client";
import { WifiOff } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { useConnection } from "../lib/connection.ts";
import { formatClock } from "../lib/format.ts";
import { useTimeZone } from "../lib/use-now.ts";
import { Icon } from "./icon.tsx";

/** Shorter interruptions are not shown, so that the banner does not flicker. */
const SHOW_DELAY_MS = 600;

/**
 * Reports that the page is not being updated, and since when. It is at the bottom of the page and takes its own space, so it covers nothing
 * and does not shift the content above.
 */
export function ConnectionBanner(): ReactElement {
  const translate = useTranslations("shell");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const connection = useConnection();
  const since = connection.state === "live" ? null : connection.since;
  const [lastingSince, setLastingSince] = useState<number | null>(null);
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(() => {
      setLastingSince(since);
    }, SHOW_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [since]);
  return (
    <div role="status" className="flex-none">
      {connection.state !== "live" && connection.since === lastingSince && (
        <p className="flex min-h-7 animate-appear items-center gap-2 border-t border-line bg-warn-soft px-4 py-1 text-12 text-ink">
          <Icon icon={WifiOff} size={14} className="flex-none text-warn" />
          {translate(connection.state, { time: formatClock(connection.since, { locale, timeZone }) })}
        </p>
      )}
    </div>
  );
}
