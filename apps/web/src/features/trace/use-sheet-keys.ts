"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { usePageKeys } from "../../ui/shell/page-keys.ts";

/** The keys by what they are for; each line is a text of the catalogue with its keys. */
const GROUPS = {
  move: [
    ["sequence", "←", "→"],
    ["sibling", "↑", "↓"],
    ["inspect", "Enter"],
    ["expand", "Space"],
    ["level", "[", "]"],
    ["fit", "f"],
    ["selection", "0"],
  ],
  jump: [
    ["error", "e", "E"],
    ["loop", "l", "L"],
    ["compaction", "c", "C"],
    ["search", "/"],
    ["hit", "n", "N"],
    ["failing", "x"],
    ["why", "w"],
  ],
  views: [
    ["graph", "g", "g"],
    ["transcript", "g", "t"],
    ["timeline", "g", "w"],
    ["table", "g", "b"],
  ],
  time: [
    ["play", ","],
    ["follow", "."],
    ["copy", "y"],
  ],
} as const;

const GROUP_NAMES = ["move", "jump", "views", "time"] as const;

/** Lists the keys of the debugger in the sheet of shortcuts while a run is open (D11). */
export function useSheetKeys(): void {
  const translate = useTranslations("trace.keys");
  usePageKeys(
    useMemo(
      () =>
        GROUP_NAMES.map((group) => ({
          title: translate(`groups.${group}`),
          lines: GROUPS[group].map(([name, ...keys]) => ({
            name: translate(`names.${name}`),
            keys,
            chord: group === "views",
          })),
        })),
      [translate],
    ),
  );
}
