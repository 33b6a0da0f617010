"use client";
import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ReactElement } from "react";
import { LOCALE_COOKIE, LOCALES, rememberPreference, THEME_COOKIE, THEMES } from "../../lib/preferences.ts";
import type { Locale, Theme } from "../../lib/preferences.ts";
import { MenuChoices } from "../menu.tsx";

/** Light, dark, or as the system; takes effect at once and is remembered for the next page from the server. */
export function ThemeChoices({ initial }: { readonly initial: Theme }): ReactElement {
  const translate = useTranslations("shell");
  const [theme, setTheme] = useState(initial);
  const choose = (next: Theme): void => {
    setTheme(next);
    rememberPreference(THEME_COOKIE, next);
    const { classList } = document.documentElement;
    classList.remove("light", "dark");
    if (next !== "system") classList.add(next);
  };
  return (
    <MenuChoices
      caption={translate("theme")}
      value={theme}
      onChange={choose}
      choices={THEMES.map((value) => ({ value, label: translate(`themes.${value}`) }))}
    />
  );
}

/** The language of the interface; the server renders the page again in it, state in the page stays. */
export function LanguageChoices(): ReactElement {
  const translate = useTranslations("shell");
  const locale = useLocale();
  const router = useRouter();
  const choose = (next: Locale): void => {
    rememberPreference(LOCALE_COOKIE, next);
    router.refresh();
  };
  return (
    <MenuChoices
      caption={translate("language")}
      value={locale}
      onChange={choose}
      choices={LOCALES.map((value) => ({ value, label: translate(`languages.${value}`), lang: value }))}
    />
  );
}
