"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { Theme } from "../../lib/preferences.ts";
import { Menu, MenuCaption, MenuSeparator } from "../menu.tsx";
import { Avatar } from "./avatar.tsx";
import { CommandMenuItem } from "./command-menu-item.tsx";
import { LanguageChoices, ThemeChoices } from "./preference-menus.tsx";

export type AccountMenuProps = {
  readonly person: { readonly name: string; readonly email: string };
  readonly theme: Theme;
  readonly className: string;
};

/** The menu of the signed-in person: account, theme, language, sign-out. */
export function AccountMenu({ person, theme, className }: AccountMenuProps): ReactElement {
  const translate = useTranslations("shell");
  return (
    <Menu
      side="right"
      align="end"
      trigger={
        <button type="button" className={className}>
          <span className="sr-only">{translate("account", { name: person.name })}</span>
          <Avatar name={person.name} />
        </button>
      }
    >
      <MenuCaption>{translate("signedInAs", { email: person.email })}</MenuCaption>
      <CommandMenuItem id="go/settings/account" label={translate("accountSettings")} />
      <CommandMenuItem id="palette.toggle" />
      <CommandMenuItem id="shell.shortcuts" />
      <MenuSeparator />
      <ThemeChoices initial={theme} />
      <MenuSeparator />
      <LanguageChoices />
      <MenuSeparator />
      <CommandMenuItem id="shell.sign-out" />
    </Menu>
  );
}
