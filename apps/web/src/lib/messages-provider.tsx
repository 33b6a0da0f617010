"use client";
import { NextIntlClientProvider } from "next-intl";
import { type ReactElement, type ReactNode, use } from "react";
import { catalogs } from "./catalogs.ts";
import { type Locale, localeFrom } from "./preferences.ts";

// The script of the page's language loads beside those of the page, before React asks for it.
if (typeof document !== "undefined")
  catalogs.get(localeFrom(document.documentElement.lang, null)).catch(() => undefined);

/** Provides the texts of a language to client components. Changing the language keeps their state. */
export function MessagesProvider({
  locale,
  timeZone,
  children,
}: {
  readonly locale: Locale;
  readonly timeZone: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <NextIntlClientProvider locale={locale} timeZone={timeZone} messages={use(catalogs.get(locale))}>
      {children}
    </NextIntlClientProvider>
  );
}
