import { Keyboard, Languages, SunMoon } from "lucide-react";
import { commandGroup } from "../../lib/commands/command.ts";
import type { Command } from "../../lib/commands/command.ts";
import { LOCALES, THEMES } from "../../lib/preferences.ts";
import type { Locale, Theme } from "../../lib/preferences.ts";

/** The preferences that the commands change. */
export type PreferenceCommands = {
  readonly theme: Theme;
  readonly chooseTheme: (theme: Theme) => void;
  readonly locale: Locale;
  readonly chooseLocale: (locale: Locale) => void;
  readonly singleKeys: boolean;
  readonly chooseSingleKeys: (enabled: boolean) => void;
};

function themeCommand(theme: Theme): Command<PreferenceCommands> {
  return {
    id: `preferences.theme-${theme}`,
    label: (t) => `${t("shell.theme")}: ${t(`shell.themes.${theme}`)}`,
    icon: SunMoon,
    keys: [],
    when: (preferences) => preferences.theme !== theme,
    run: (preferences) => preferences.chooseTheme(theme),
  };
}

function languageCommand(locale: Locale): Command<PreferenceCommands> {
  return {
    id: `preferences.language-${locale}`,
    label: (t) => `${t("shell.language")}: ${t(`shell.languages.${locale}`)}`,
    icon: Languages,
    keys: [],
    when: (preferences) => preferences.locale !== locale,
    run: (preferences) => preferences.chooseLocale(locale),
  };
}

/** Registered only while the palette is open: these commands have no keys, so pages do not need their code. */
export const PREFERENCE_COMMANDS = [
  commandGroup<PreferenceCommands>()({
    title: (t) => t("shell.keys.everywhere"),
    kind: "workspace",
    scope: "window",
    commands: [
      ...THEMES.map(themeCommand),
      ...LOCALES.map(languageCommand),
      {
        id: "preferences.single-keys-on",
        label: (t) => t("shell.palette.singleKeysOn"),
        icon: Keyboard,
        keys: [],
        when: ({ singleKeys }) => !singleKeys,
        run: (preferences) => {
          preferences.chooseSingleKeys(true);
        },
      },
      {
        id: "preferences.single-keys-off",
        label: (t) => t("shell.palette.singleKeysOff"),
        icon: Keyboard,
        keys: [],
        when: ({ singleKeys }) => singleKeys,
        run: (preferences) => {
          preferences.chooseSingleKeys(false);
        },
      },
    ],
  }),
];
