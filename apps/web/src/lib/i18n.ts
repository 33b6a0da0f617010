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

/** The language of a request: the cookie, else Accept-Language. Paths carry no language, so links are shared freely. */
export default getRequestConfig(async () => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = localeFrom(jar.get(LOCALE_COOKIE)?.value, head.get("accept-language"));
  // The zone is the browser's (see use-now.ts); the server only ever needs one it shares with the first render.
  return { locale, messages: MESSAGES[locale], timeZone: "UTC" };
});
