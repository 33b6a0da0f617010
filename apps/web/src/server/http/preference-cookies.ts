import { LOCALE_COOKIE, localeFrom, THEME_COOKIE, themeFrom } from "../../lib/preferences.ts";
import type { Locale, Theme } from "../../lib/preferences.ts";

/** The language a request asks for. */
export function localeOf(headers: Headers): Locale {
  return localeFrom(cookieOf(headers, LOCALE_COOKIE), headers.get("accept-language"));
}

/** The theme a request asks for. */
export function themeOf(headers: Headers): Theme {
  return themeFrom(cookieOf(headers, THEME_COOKIE));
}

function cookieOf(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([key]) => key === name)?.[1];
}
