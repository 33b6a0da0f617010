"use client";
import { useTranslations } from "next-intl";
import { useEffect, useMemo } from "react";
import { useSingleKeys } from "../../lib/single-keys.ts";
import { usePageKeys } from "../../ui/shell/page-keys.ts";

const LINES = [
  ["send", "Enter"],
  ["newLine", "Shift", "Enter"],
  ["stop", "Esc"],
  ["goals", "]"],
] as const;

const ELSEWHERE = "input, textarea, select, [contenteditable='true'], [role='dialog'], [role='menu']";

/** The keys of a conversation: lists them in the sheet of shortcuts, and hears `]`, which shows and hides the goals. */
export function useChatKeys(toggleGoals: () => void): void {
  const translate = useTranslations("chat.keys");
  const [singleKeys] = useSingleKeys();
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
  useEffect(() => {
    if (!singleKeys) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "]" || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.closest(ELSEWHERE) !== null) return;
      toggleGoals();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
    };
  }, [toggleGoals, singleKeys]);
}
