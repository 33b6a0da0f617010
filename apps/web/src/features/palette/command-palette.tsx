"use client";
import { useEffect } from "react";
import type { ReactElement } from "react";
import { useCommands } from "../../lib/commands/use-commands.ts";
import type { Theme } from "../../lib/preferences.ts";
import { whenSettled } from "../../lib/when-settled.ts";
import { showOverlay, useOverlay } from "../../ui/shell/overlays.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { PALETTE_COMMANDS } from "./palette-commands.ts";

export type CommandPaletteProps = {
  readonly workspace: string;
  /** The theme the server read from the cookie. */
  readonly theme: Theme;
};

const Panel = onDemand<CommandPaletteProps>(
  async () => (await import("./palette-panel.tsx")).PalettePanel,
  null,
  "placeholder",
);

/** Ctrl K or ⌘K, from anywhere: pages, conversations, traces and commands by their names. */
export function CommandPalette(props: CommandPaletteProps): ReactElement | null {
  const open = useOverlay() === "palette";
  useCommands(PALETTE_COMMANDS, {
    context: {
      toggle: () => {
        showOverlay(open ? null : "palette");
      },
    },
  });
  useEffect(() => whenSettled(Panel.preload), []);
  if (!open) return null;
  return <Panel {...props} />;
}
