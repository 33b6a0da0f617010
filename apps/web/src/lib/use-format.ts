"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import {
  formatBytes,
  formatCost,
  formatCosts,
  formatCount,
  formatDuration,
  formatDay,
  formatMoment,
  formatMomentExactly,
  formatMomentFully,
  formatShare,
  formatTokens,
} from "./format.ts";
import { useNow, useTimeZone } from "./use-now.ts";

/** The formats of `format.ts` in the person's language and time zone. Null means unknown and gets its own text. */
export type Format = {
  readonly duration: (milliseconds: number | null) => string;
  readonly cost: (dollars: number | null) => string;
  /** The cost of some calls; a dash before the first of them, because its model may have no price. */
  readonly spent: (dollars: number | null, calls: number) => string;
  /** Prices for comparison, with enough decimals to distinguish them. */
  readonly costs: (dollars: readonly (number | null)[]) => readonly string[];
  readonly tokens: (tokens: number | null) => string;
  readonly bytes: (bytes: number | null) => string;
  readonly count: (count: number | null) => string;
  readonly share: (share: number | null) => string;
  /** Time, with the date before today; `at` in epoch milliseconds. Always offer `momentFully` as well. */
  readonly moment: (at: number) => string;
  readonly momentFully: (at: number) => string;
  /** Time for today, otherwise only the date. */
  readonly day: (at: number) => string;
  /** Date and time to the millisecond. */
  readonly momentExactly: (at: number) => string;
};

const MINUTE_MS = 60_000;
const NOTHING = "–";

/** Returns the formats for the current language and time zone. Re-renders once a minute so that "today" stays correct. */
export function useFormat(): Format {
  const locale = useLocale();
  const timeZone = useTimeZone();
  const now = useNow(MINUTE_MS) ?? 0;
  const translate = useTranslations("common");
  return useMemo(() => {
    const unknown = translate("unknown");
    const orElse =
      (format: (value: number, locale: string) => string, fallback: string) => (value: number | null) =>
        value === null ? fallback : format(value, locale);
    const cost = orElse(formatCost, translate("noPrice"));
    return {
      duration: orElse(formatDuration, unknown),
      cost,
      spent: (dollars, calls) => (calls === 0 ? NOTHING : cost(dollars)),
      costs: (dollars) => {
        const texts = formatCosts(
          dollars.filter((each) => each !== null),
          locale,
        ).values();
        return dollars.map((each) => (each === null ? translate("noPrice") : (texts.next().value ?? "")));
      },
      tokens: orElse(formatTokens, unknown),
      bytes: orElse(formatBytes, unknown),
      count: orElse(formatCount, unknown),
      share: orElse(formatShare, unknown),
      moment: (at) => formatMoment(at, { locale, timeZone, now }),
      momentFully: (at) => formatMomentFully(at, { locale, timeZone }),
      day: (at) => formatDay(at, { locale, timeZone, now }),
      momentExactly: (at) => formatMomentExactly(at, { locale, timeZone }),
    };
  }, [locale, timeZone, now, translate]);
}
