"use client";
import { useEffect } from "react";
import type { ReactElement } from "react";
import type { Theme } from "../../lib/preferences.ts";
import { onceSettled } from "../../lib/once-settled.ts";
import { showOverlay, useOverlay } from "../../ui/shell/overlays.ts";
import { onDemand } from "../../ui/on-demand.tsx";

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

/** Ctrl K or ⌘K, from anywhere: pages, conversations, traces and actions by their names (W11). */
export function CommandPalette(props: CommandPaletteProps): ReactElement | null {
  const open = useOverlay() === "palette";
  usePaletteShortcut(open);
  useEffect(() => onceSettled(Panel.preload), []);
  if (!open) return null;
  return <Panel {...props} />;
}

function usePaletteShortcut(open: boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const chosen = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!chosen || event.altKey || event.shiftKey) return;
      event.preventDefault();
      showOverlay(open ? null : "palette");
    };
    // Before anything on the page hears it: the palette opens from fields and dialogs, too.
    window.addEventListener("keydown", onKeyDown, true);
    return () => {
      window.removeEventListener("keydown", onKeyDown, true);
    };
  }, [open]);
}
