"use client";
import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { ReactElement } from "react";
import { LOCALE_COOKIE, LOCALES, rememberPreference, THEMES } from "../../lib/preferences.ts";
import type { Locale, Theme } from "../../lib/preferences.ts";
import { useTheme } from "../../lib/theme.ts";
import { MenuChoices } from "../menu.tsx";

/** Light, dark, or as the system; takes effect at once and is remembered for the next page from the server. */
export function ThemeChoices({ initial }: { readonly initial: Theme }): ReactElement {
  const translate = useTranslations("shell");
  const [theme, chooseTheme] = useTheme(initial);
  return (
    <MenuChoices
      caption={translate("theme")}
      value={theme}
      onChange={chooseTheme}
      choices={THEMES.map((value) => ({ value, label: translate(`themes.${value}`) }))}
    />
  );
}

/** The language of the interface; the server renders the page again in it, state in the page stays. */
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

/** Switches the language of the interface. */
export function useChooseLocale(): (locale: Locale) => void {
  const router = useRouter();
  return (locale) => {
    rememberPreference(LOCALE_COOKIE, locale);
    router.refresh();
  };
}
