"use client";
import { NextIntlClientProvider } from "next-intl";
import { type ReactElement, type ReactNode, use } from "react";
import type { Messages } from "./generated/messages.ts";
import { type Locale, localeFrom } from "./preferences.ts";

/** Each catalog is a script of its own, which browsers keep; within pages it would be most of their bytes. */
const LOADERS: Readonly<Record<Locale, () => Promise<Messages>>> = {
  en: async () => (await import("./generated/messages-en.ts")).en,
  zh: async () => (await import("./generated/messages-zh.ts")).zh,
};

const catalogs = new Map<Locale, Promise<Messages>>();

function catalogOf(locale: Locale): Promise<Messages> {
  const catalog = catalogs.get(locale) ?? LOADERS[locale]();
  catalogs.set(locale, catalog);
  return catalog;
}

// The script of the page's language loads beside those of the page, before React asks for it.
if (typeof document !== "undefined") void catalogOf(localeFrom(document.documentElement.lang, null));

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
    <NextIntlClientProvider locale={locale} timeZone={timeZone} messages={use(catalogOf(locale))}>
      {children}
    </NextIntlClientProvider>
  );
}
