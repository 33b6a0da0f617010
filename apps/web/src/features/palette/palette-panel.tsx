"use client";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import type { ReactElement } from "react";
import { showOverlay } from "../../ui/shell/overlays.ts";
import type { CommandPaletteProps } from "./command-palette.tsx";
import { PaletteBody } from "./palette-body.tsx";

/** The palette, open. */
export function PalettePanel(props: CommandPaletteProps): ReactElement {
  const translate = useTranslations("shell.palette");
  return (
    <Primitive.Root
      open
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
