"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useRegisteredCommands } from "../../lib/commands/command-store.ts";
import { keyCaps } from "../../lib/commands/keystroke.ts";
import { useOnApple } from "../../lib/use-on-apple.ts";
import { MenuItem } from "../menu.tsx";

export type CommandMenuItemProps = {
  /** The id of a command; nothing is shown while no such command is registered. */
  readonly id: string;
  /** In place of the command's own label, where the menu says the rest. */
  readonly label?: string;
};

/** A registered command as an item of a menu, with its keys. */
export function CommandMenuItem({ id, label }: CommandMenuItemProps): ReactElement | null {
  const translate = useTranslations();
  const onApple = useOnApple();
  const command = useRegisteredCommands()
    .flatMap(({ commands }) => commands)
    .find((one) => one.id === id);
  if (command === undefined || command.run === null) return null;
  const [keystroke] = command.keys;
  return (
    <MenuItem
      icon={command.icon ?? undefined}
      shortcut={keystroke === undefined ? undefined : keyCaps(keystroke, onApple).flat().join(" ")}
      onSelect={command.run}
    >
      {label ?? command.label(translate)}
    </MenuItem>
  );
}
