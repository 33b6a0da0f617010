import { LOCALE_COOKIE, localeFrom, THEME_COOKIE, themeFrom } from "../../lib/preferences.ts";
import type { Locale, Theme } from "../../lib/preferences.ts";

/** Returns the locale of a request, from its cookie or its Accept-Language header. */
export function requestLocale(headers: Headers): Locale {
  return localeFrom(cookieValue(headers, LOCALE_COOKIE), headers.get("accept-language"));
}

/** Returns the theme of a request, from its cookie. */
export function requestTheme(headers: Headers): Theme {
  return themeFrom(cookieValue(headers, THEME_COOKIE));
}

function cookieValue(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([key]) => key === name)?.[1];
}
