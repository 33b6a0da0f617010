"use client";
import { useLocale } from "next-intl";
import { useMemo } from "react";
import { useTimeZone } from "../../../lib/use-now.ts";

const SECOND_MS = 1_000;

/** Formats timestamps (milliseconds since the epoch) as clock times. `stepMs` sets the precision. */
export type ClockFormat = (at: number, stepMs?: number) => string;

/** Returns a formatter for the person's time zone: `14:05:02`, with milliseconds when steps are shorter than a second. */
export function useClock(): ClockFormat {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return useMemo(() => {
    const shape = {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
      timeZone,
    } as const;
    const seconds = new Intl.DateTimeFormat(locale, shape);
    const fine = new Intl.DateTimeFormat(locale, { ...shape, fractionalSecondDigits: 3 });
    return (at, stepMs = SECOND_MS) => (stepMs < SECOND_MS ? fine : seconds).format(at);
  }, [locale, timeZone]);
}
