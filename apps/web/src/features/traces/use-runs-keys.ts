"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { usePageKeys } from "../../ui/shell/page-keys.ts";

/** What the rows of the list answer to; each line is a text of the catalogue with its keys. */
const LINES = [
  ["walk", "↑", "↓", "j", "k"],
  ["ends", "Home", "End"],
  ["open", "Enter"],
  ["choose", "x", "Space"],
  ["upTo", "Shift ↑", "Shift ↓"],
  ["tag", "t"],
  ["letGo", "Esc"],
] as const;

/** Lists the keys of the runs in the sheet of shortcuts while they are shown. */
export function useRunsKeys(): void {
  const translate = useTranslations("traces.keys");
  usePageKeys(
    useMemo(
      () => [
        {
          title: translate("title"),
          lines: LINES.map(([name, ...keys]) => ({ name: translate(name), keys })),
        },
      ],
      [translate],
    ),
  );
}
