"use client";
import { LogOut, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { ReactElement } from "react";
import { authClient } from "../../lib/auth-client.ts";
import type { Theme } from "../../lib/preferences.ts";
import { Menu, MenuCaption, MenuItem, MenuSeparator } from "../menu.tsx";
import { useToast } from "../toast.tsx";
import { Avatar } from "./avatar.tsx";
import { LanguageChoices, ThemeChoices } from "./preference-menus.tsx";

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
  const showToast = useToast();
  const router = useRouter();
  const signOut = async (): Promise<void> => {
    const { error } = await authClient.signOut();
    if (error) showToast({ text: translate("signOutFailed") });
    // A full load, so that nothing of this person stays in the page's memory.
    else window.location.assign("/signin");
  };
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
