"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import {
  formatBytes,
  formatCost,
  formatCount,
  formatDuration,
  formatMoment,
  formatMomentFully,
  formatShare,
  formatTokens,
} from "./format.ts";
import { useNow, useTimeZone } from "./use-now.ts";

/** The formats of `format.ts` in the language and zone of the person. Null means unknown and is written in words. */
export type Format = {
  readonly duration: (milliseconds: number | null) => string;
  readonly cost: (dollars: number | null) => string;
  readonly tokens: (tokens: number | null) => string;
  readonly bytes: (bytes: number | null) => string;
  readonly count: (count: number | null) => string;
  readonly share: (share: number | null) => string;
  /** Clock today, date before; `at` in milliseconds since the epoch. Always offer `momentFully` beside it. */
  readonly moment: (at: number) => string;
  readonly momentFully: (at: number) => string;
};

const MINUTE_MS = 60_000;

/** Formats for the language and time zone in use; re-renders once a minute so that "today" stays true. */
export function useFormat(): Format {
  const locale = useLocale();
  const timeZone = useTimeZone();
  const now = useNow(MINUTE_MS) ?? 0;
  const translate = useTranslations("common");
  return useMemo(() => {
    const unknown = translate("unknown");
    const known =
      (format: (value: number, locale: string) => string, otherwise: string) => (value: number | null) =>
        value === null ? otherwise : format(value, locale);
    return {
      duration: known(formatDuration, unknown),
      cost: known(formatCost, translate("noPrice")),
      tokens: known(formatTokens, unknown),
      bytes: known(formatBytes, unknown),
      count: known(formatCount, unknown),
      share: known(formatShare, unknown),
      moment: (at) => formatMoment(at, { locale, timeZone, now }),
      momentFully: (at) => formatMomentFully(at, { locale, timeZone }),
    };
  }, [locale, timeZone, now, translate]);
}
