"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useRegisteredCommands } from "../../lib/commands/command-store.ts";
import { keyCaps } from "../../lib/commands/keystroke.ts";
import { useIsApple } from "../../lib/use-is-apple.ts";
import { MenuItem } from "../menu.tsx";

export type CommandMenuItemProps = {
  /** The id of a command. Renders nothing while the command is not registered. */
  readonly id: string;
  /** Replaces the command's label where the menu provides the context. */
  readonly label?: string;
};

/** A menu item for a registered command, with its keys. */
export function CommandMenuItem({ id, label }: CommandMenuItemProps): ReactElement | null {
  const translate = useTranslations();
  const isApple = useIsApple();
  const command = useRegisteredCommands()
    .flatMap(({ commands }) => commands)
    .find((candidate) => candidate.id === id);
  if (command === undefined || command.run === null) return null;
  const [keystroke] = command.keys;
  return (
    <MenuItem
      icon={command.icon ?? undefined}
      shortcut={keystroke === undefined ? undefined : keyCaps(keystroke, isApple).flat().join(" ")}
      onSelect={command.run}
    >
      {label ?? command.label(translate)}
    </MenuItem>
  );
}
