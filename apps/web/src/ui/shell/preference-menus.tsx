"use client";
import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { ReactElement } from "react";
import { catalogs } from "../../lib/catalogs.ts";
import { LOCALE_COOKIE, LOCALES, rememberPreference, THEMES } from "../../lib/preferences.ts";
import type { Locale, Theme } from "../../lib/preferences.ts";
import { useTheme } from "../../lib/theme.ts";
import { useToast } from "../toast.tsx";
import { MenuChoices } from "../menu.tsx";

/** The theme choices: light, dark or system. Takes effect immediately and applies to later pages. */
export function ThemeChoices({ initial }: { readonly initial: Theme }): ReactElement {
  const translate = useTranslations("shell");
  const [theme, setTheme] = useTheme(initial);
  return (
    <MenuChoices
      caption={translate("theme")}
      value={theme}
      onChange={setTheme}
      choices={THEMES.map((value) => ({ value, label: translate(`themes.${value}`) }))}
    />
  );
}

/** The language choices. The server renders the page again in the new language; client state is kept. */
export function LanguageChoices(): ReactElement {
  const translate = useTranslations("shell");
  const locale = useLocale();
  const choose = useChooseLocale();
  return (
    <MenuChoices
      caption={translate("language")}
      value={locale}
      onChange={choose}
      choices={LOCALES.map((value) => ({ value, label: translate(`languages.${value}`), lang: value }))}
    />
  );
}

/** Returns a function that switches the language of the interface. Without the texts of the other language it keeps this one and says so. */
export function useChooseLocale(): (locale: Locale) => void {
  const router = useRouter();
  const showToast = useToast();
  const translate = useTranslations("errors");
  return (locale) => {
    const choose = (): void => {
      rememberPreference(LOCALE_COOKIE, locale);
      router.refresh();
    };
    catalogs.load(locale).then(choose, () => showToast({ text: translate("notLoaded") }));
  };
}
