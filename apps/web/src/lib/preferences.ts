/** A person's preferences, stored in cookies so that the server's first response already respects them. */

export const LOCALES = ["en", "zh"] as const;
export type Locale = (typeof LOCALES)[number];

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const LOCALE_COOKIE = "locale";
export const THEME_COOKIE = "theme";
/** `off` turns off shortcuts of a single character. */
export const SINGLE_KEYS_COOKIE = "single-keys";
/** The browser's time zone, so that the server renders moments in it. */
export const TIME_ZONE_COOKIE = "time-zone";
/** The last visited workspace; `/` redirects there. */
export const WORKSPACE_COOKIE = "workspace";

const YEAR_SECONDS = 31_536_000;

function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** Returns the theme in a cookie, or `system` if it is missing or invalid. */
export function themeFrom(cookie: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookie) ?? "system";
}

/** Returns the time zone (IANA name) in a cookie, or null if it is missing or unknown. */
export function timeZoneFrom(cookie: string | undefined): string | null {
  if (cookie === undefined || cookie === "") return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: cookie }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Returns the chosen language, or else the first supported one in Accept-Language, or else English. */
export function localeFrom(cookie: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(cookie)) return cookie;
  const accepted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => languageRange(part))
    .filter((range) => range.quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { language } of accepted) if (isLocale(language)) return language;
  return "en";
}

function languageRange(part: string): { language: string; quality: number } {
  const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  return { language: tag.split("-")[0] ?? "", quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** Stores a preference for a year. Browser only. */
export function rememberPreference(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** Returns a stored preference; undefined without one. Browser only. */
export function readCookie(name: string): string | undefined {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1));
}
