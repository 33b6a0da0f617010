/** What a browser remembers about its person, in cookies so that the server's first answer already follows it. */

export const LOCALES = ["en", "zh"] as const;
export type Locale = (typeof LOCALES)[number];

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const LOCALE_COOKIE = "locale";
export const THEME_COOKIE = "theme";
/** `off` when shortcuts of a single sign are not wanted. */
export const SINGLE_KEYS_COOKIE = "single-keys";
/** The browser's time zone, so that the server writes moments as they will stand. */
export const TIME_ZONE_COOKIE = "time-zone";
/** The workspace last looked at; `/` leads there. */
export const WORKSPACE_COOKIE = "workspace";

const YEAR_SECONDS = 31_536_000;

function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** The theme a cookie asks for; without one, or with a broken one, the system decides. */
export function themeFrom(cookie: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookie) ?? "system";
}

/** The time zone (IANA name) a cookie tells of; null without one, or when this machine does not know it. */
export function timeZoneFrom(cookie: string | undefined): string | null {
  if (cookie === undefined || cookie === "") return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: cookie }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The language to answer in: the chosen one, else the first of Accept-Language that there is, else English. */
export function localeFrom(cookie: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(cookie)) return cookie;
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => languageRange(part))
    .filter((range) => range.quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { language } of wanted) if (isLocale(language)) return language;
  return "en";
}

function languageRange(part: string): { language: string; quality: number } {
  const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  return { language: tag.split("-")[0] ?? "", quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** Remembers a choice for a year. Browser only. */
export function rememberPreference(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
