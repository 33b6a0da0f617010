"use client";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import { useEffect } from "react";
import type { ReactElement } from "react";
import type { Theme } from "../../lib/preferences.ts";
import { showOverlay, useOverlay } from "../../ui/shell/overlays.ts";
import { PaletteBody } from "./palette-body.tsx";

export type CommandPaletteProps = {
  readonly workspace: string;
  /** The theme the server read from the cookie. */
  readonly theme: Theme;
};

/** Ctrl K or ⌘K, from anywhere: pages, conversations, traces and actions by their names (W11). */
export function CommandPalette(props: CommandPaletteProps): ReactElement {
  const translate = useTranslations("shell.palette");
  const open = useOverlay() === "palette";
  usePaletteShortcut(open);
  return (
    <Primitive.Root
      open={open}
      onOpenChange={(next) => {
        showOverlay(next ? "palette" : null);
      }}
    >
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed top-28 left-1/2 z-40 flex max-h-[calc(100dvh-128px)] w-[min(640px,calc(100vw-32px))] -translate-x-1/2 animate-appear flex-col overflow-hidden rounded-md border border-line bg-raised shadow-overlay phone:inset-0 phone:max-h-none phone:w-auto phone:translate-x-0 phone:rounded-none phone:border-0"
        >
          <Primitive.Title className="sr-only">{translate("title")}</Primitive.Title>
          <PaletteBody {...props} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
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
