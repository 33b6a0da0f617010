"use client";
import { Keyboard, LogOut, Search, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { ReactElement } from "react";
import type { Theme } from "../../lib/preferences.ts";
import { Menu, MenuCaption, MenuItem, MenuSeparator } from "../menu.tsx";
import { Avatar } from "./avatar.tsx";
import { showOverlay } from "./overlays.ts";
import { LanguageChoices, ThemeChoices } from "./preference-menus.tsx";
import { usePaletteKey } from "./use-palette-key.ts";
import { useSignOut } from "./use-sign-out.ts";

export type AccountMenuProps = {
  readonly person: { readonly name: string; readonly email: string };
  readonly theme: Theme;
  /** Where the account's settings are. */
  readonly settingsHref: string;
  readonly className: string;
};

/** Who is signed in; theme, language, sign-out. */
export function AccountMenu({ person, theme, settingsHref, className }: AccountMenuProps): ReactElement {
  const translate = useTranslations("shell");
  const router = useRouter();
  const signOut = useSignOut();
  const paletteKey = usePaletteKey();
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
      <MenuItem
        icon={UserRound}
        onSelect={() => {
          router.push(settingsHref);
        }}
      >
        {translate("accountSettings")}
      </MenuItem>
      <MenuItem
        icon={Search}
        shortcut={paletteKey.join(" ")}
        onSelect={() => {
          showOverlay("palette");
        }}
      >
        {translate("palette.title")}
      </MenuItem>
      <MenuItem
        icon={Keyboard}
        shortcut="?"
        onSelect={() => {
          showOverlay("keys");
        }}
      >
        {translate("keys.title")}
      </MenuItem>
      <MenuSeparator />
      <ThemeChoices initial={theme} />
      <MenuSeparator />
      <LanguageChoices />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        {translate("signOut")}
      </MenuItem>
    </Menu>
  );
}
