"use client";
import { Languages } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Button } from "../button.tsx";
import { Menu } from "../menu.tsx";
import { LanguageChoices } from "./preference-menus.tsx";

/** The language switch of setup and sign-in. */
export function LanguageMenu(): ReactElement {
  const translate = useTranslations("shell");
  const locale = useLocale();
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <Button
          variant="ghost"
          icon={Languages}
          aria-label={`${translate("language")}: ${translate(`languages.${locale}`)}`}
        >
          {translate(`languages.${locale}`)}
        </Button>
      }
    >
      <LanguageChoices />
    </Menu>
  );
}
