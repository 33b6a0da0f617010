"use client";
import { WifiOff } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useConnection } from "../lib/connection.ts";
import { formatClock } from "../lib/format.ts";
import { useTimeZone } from "../lib/use-now.ts";
import { Icon } from "./icon.tsx";

/**
 * Says that what is on the page stands still, and since when. Over the page, so that nothing moves when it comes and goes; a moment late,
 * so that a stream that is back at once does not make it blink.
 */
export function ConnectionBanner(): ReactElement {
  const translate = useTranslations("shell");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const connection = useConnection();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-2 z-30 flex justify-center px-4 phone:top-14"
    >
      {connection.state !== "live" && (
        <span className="flex animate-appear items-center gap-2 rounded-md border border-line bg-warn-soft px-3 py-1.5 text-12 text-ink shadow-overlay [animation-delay:600ms] [animation-fill-mode:backwards]">
          <Icon icon={WifiOff} size={14} className="text-warn" />
          {translate(connection.state, { time: formatClock(connection.since, { locale, timeZone }) })}
        </span>
      )}
    </div>
  );
}
