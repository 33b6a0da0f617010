/**
 * Formats numbers for the whole interface: `38ms`, `2.4s`, `9m 28s`, `$0.043`, `6.9k`, `4.42M`, `9 kB`.
 * Units are the same in every language; only separators and dates follow the locale. Unknown values are never
 * shown as 0: `useFormat` has texts for them.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats a duration in its two largest units. Negative durations (from clock skew) count as 0. */
export function formatDuration(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (Math.round(span) < SECOND_MS) return `${Math.round(span)}ms`;
  // From 59.95 s on, rounding would give "60.0s", so it is shown as a minute.
  if (span < MINUTE_MS - 50) return `${(span / SECOND_MS).toFixed(1)}s`;
  const rounded = Math.max(MINUTE_MS, Math.round(span / SECOND_MS) * SECOND_MS);
  if (rounded < HOUR_MS) return pair(rounded, { unit: MINUTE_MS, part: SECOND_MS, names: ["m", "s"] });
  if (rounded < DAY_MS) return pair(rounded, { unit: HOUR_MS, part: MINUTE_MS, names: ["h", "m"] });
  return pair(rounded, { unit: DAY_MS, part: HOUR_MS, names: ["d", "h"] });
}

/** Formats the time until a moment or since it in whole units: seconds below a minute, minutes below an hour. */
export function formatDistance(milliseconds: number): string {
  const span = Math.abs(milliseconds);
  if (span < MINUTE_MS) return `${Math.floor(span / SECOND_MS)}s`;
  return span < HOUR_MS ? `${Math.floor(span / MINUTE_MS)}m` : formatDuration(span);
}

type Units = { readonly unit: number; readonly part: number; readonly names: readonly [string, string] };

function pair(span: number, { unit, part, names }: Units): string {
  return `${Math.floor(span / unit)}${names[0]} ${Math.floor((span % unit) / part)}${names[1]}`;
}

/** Formats US dollars with three decimals, or two from $100. Zero is `$0`; amounts that round to zero are `<$0.001`. */
export function formatCost(dollars: number, locale: string): string {
  if (dollars === 0) return "$0";
  if (dollars > 0 && dollars < 0.0005) return "<$0.001";
  const digits = dollars < 100 ? 3 : 2;
  return `$${decimal(withoutSumError(dollars), { locale, minimum: digits, maximum: digits })}`;
}

/** Prices summed in a different order differ in their last bits, which must not change the rounding of a half. */
function withoutSumError(dollars: number): number {
  return Math.round(dollars * 1e9) / 1e9;
}

const MOST_DECIMALS = 6;

/**
 * Formats US dollars for comparison: like `formatCost`, but with up to six decimals where different amounts would otherwise have the same text.
 */
export function formatCosts(amounts: readonly number[], locale: string): readonly string[] {
  const plain = amounts.map((dollars) => formatCost(dollars, locale));
  const different = new Set(amounts).size;
  if (new Set(plain).size === different) return plain;
  for (let digits = 4; digits <= MOST_DECIMALS; digits += 1) {
    const texts = amounts.map(
      (dollars) => `$${decimal(dollars, { locale, minimum: digits, maximum: digits })}`,
    );
    if (new Set(texts).size === different || digits === MOST_DECIMALS) return texts;
  }
  return plain;
}

/** Formats a token count compactly: `612`, `6.9k`, `86.2k`, `182k`, `4.42M`. */
export function formatTokens(tokens: number, locale: string): string {
  if (tokens < 1000) return decimal(tokens, { locale, maximum: 0 });
  if (tokens < 99_950) return `${decimal(tokens / 1000, { locale, maximum: 1 })}k`;
  if (tokens < 999_500) return `${decimal(tokens / 1000, { locale, maximum: 0 })}k`;
  return `${decimal(tokens / 1_000_000, { locale, maximum: tokens < 99_995_000 ? 2 : 0 })}M`;
}

/** Formats a size in decimal units: `812 B`, `9 kB`, `1.4 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  if (bytes < 1000) return `${decimal(bytes, { locale, maximum: 0 })} B`;
  if (bytes < 999_500) return `${decimal(bytes / 1000, { locale, maximum: 0 })} kB`;
  if (bytes < 999_950_000) return `${decimal(bytes / 1_000_000, { locale, maximum: 1 })} MB`;
  return `${decimal(bytes / 1_000_000_000, { locale, maximum: 1 })} GB`;
}

/** Formats an integer with the separators of the locale. */
export function formatCount(count: number, locale: string): string {
  return decimal(count, { locale, maximum: 0 });
}

/** Formats a share between 0 and 1 as a whole percentage, with `<1%` and `>99%` for values that only round to 0 or 100. */
export function formatShare(share: number, locale: string): string {
  if (share > 0 && share < 0.005) return "<1%";
  if (share < 1 && share >= 0.995) return ">99%";
  return `${decimal(share * 100, { locale, maximum: 0 })}%`;
}

export type MomentOptions = {
  readonly locale: string;
  /** IANA name of the viewer's zone. */
  readonly timeZone: string;
  /** Current time in epoch milliseconds; determines which day is today. */
  readonly now: number;
};

/** Formats a moment: the time, with the date before today, and with the year unless it is the current one. */
export function formatMoment(at: number, options: MomentOptions): string {
  return formatIn(at, options, { date: "dateAndClock", dateWithYear: "full" });
}

/** Formats a moment as briefly as possible, for narrow lists: the time for today, otherwise only the date. */
export function formatDay(at: number, options: MomentOptions): string {
  return formatIn(at, options, { date: "date", dateWithYear: "dateWithYear" });
}

/** Formats date and time to the millisecond, to compare entries: `20 Nov 2026, 10:02:33.412`. */
export function formatMomentExactly(at: number, { locale, timeZone }: Omit<MomentOptions, "now">): string {
  return dateFormat(locale, timeZone, "exact").format(at);
}

function formatIn(
  at: number,
  { locale, timeZone, now }: MomentOptions,
  shapes: { readonly date: DateShape; readonly dateWithYear: DateShape },
): string {
  const day = (moment: number): string => dateFormat(locale, timeZone, "day").format(moment);
  if (day(at) === day(now)) return dateFormat(locale, timeZone, "clock").format(at);
  const year = (moment: number): string => dateFormat(locale, timeZone, "year").format(moment);
  return dateFormat(locale, timeZone, year(at) === year(now) ? shapes.date : shapes.dateWithYear).format(at);
}

/** Formats date and time to the second: `20 Nov 2026, 10:02:33`. */
export function formatMomentFully(at: number, { locale, timeZone }: Omit<MomentOptions, "now">): string {
  return dateFormat(locale, timeZone, "full").format(at);
}

/** Formats the time of day with seconds. */
export function formatClock(at: number, { locale, timeZone }: Omit<MomentOptions, "now">): string {
  return dateFormat(locale, timeZone, "seconds").format(at);
}

type DateShape =
  | "day"
  | "year"
  | "clock"
  | "seconds"
  | "date"
  | "dateAndClock"
  | "dateWithYear"
  | "full"
  | "exact";

const DATE_SHAPES: Readonly<Record<DateShape, Intl.DateTimeFormatOptions>> = {
  day: { year: "numeric", month: "2-digit", day: "2-digit" },
  year: { year: "numeric" },
  clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
  date: { day: "numeric", month: "short" },
  dateAndClock: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  dateWithYear: { day: "numeric", month: "short", year: "numeric" },
  full: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  },
  exact: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
    hourCycle: "h23",
  },
};

// Creating a formatter costs a hundred times as much as using one, and a long list formats thousands of moments.
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string, timeZone: string, shape: DateShape): Intl.DateTimeFormat {
  const key = `${locale}|${timeZone}|${shape}`;
  const cached = dateFormats.get(key);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat(regionalLocale(locale), { ...DATE_SHAPES[shape], timeZone });
  dateFormats.set(key, format);
  return format;
}

/** English dates use day-first order and a 24-hour clock throughout the interface. */
function regionalLocale(locale: string): string {
  return locale === "zh" ? "zh-CN" : "en-GB";
}

type DecimalOptions = { readonly locale: string; readonly minimum?: number; readonly maximum: number };

const numberFormats = new Map<string, Intl.NumberFormat>();

function decimal(value: number, { locale, minimum = 0, maximum }: DecimalOptions): string {
  const key = `${locale}|${minimum}|${maximum}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(regionalLocale(locale), {
      minimumFractionDigits: minimum,
      maximumFractionDigits: maximum,
    });
    numberFormats.set(key, format);
  }
  return format.format(value);
}
