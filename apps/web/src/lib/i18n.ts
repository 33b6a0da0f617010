import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { MESSAGES } from "./generated/messages.ts";
import { LOCALE_COOKIE, localeFrom } from "./preferences.ts";
import type { Locale } from "./preferences.ts";
import type { Messages } from "./generated/messages.ts";

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

/** Resolves the language of a request from the cookie or Accept-Language. Paths do not contain it, so links work in any language. */
export default getRequestConfig(async () => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = localeFrom(jar.get(LOCALE_COOKIE)?.value, head.get("accept-language"));
  // Moments use the browser's zone (see use-now.ts); this one only has to match between server and first render.
  return { locale, messages: MESSAGES[locale], timeZone: "UTC" };
});
