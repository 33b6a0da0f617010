"use client";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import { useCallback, useRef } from "react";
import type { ReactElement } from "react";
import { showOverlay } from "../../ui/shell/overlays.ts";
import { useRestoreFocus } from "../../ui/use-restore-focus.ts";
import type { CommandPaletteProps } from "./command-palette.tsx";
import { PaletteBody } from "./palette-body.tsx";

/** The palette, open. */
export function PalettePanel(props: CommandPaletteProps): ReactElement {
  const translate = useTranslations("shell.palette");
  const chosen = useRef<() => void>(null);
  // A command may move the focus: it runs when the palette has given it back.
  const onCloseAutoFocus = useRestoreFocus(useCallback(() => chosen.current?.(), []));
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
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed top-28 left-1/2 z-40 flex max-h-[calc(100dvh-128px)] w-[min(640px,calc(100vw-32px))] -translate-x-1/2 animate-appear flex-col overflow-hidden rounded-md border border-line bg-raised shadow-overlay phone:inset-0 phone:max-h-none phone:w-auto phone:translate-x-0 phone:rounded-none phone:border-0"
        >
          <Primitive.Title className="sr-only">{translate("title")}</Primitive.Title>
          <PaletteBody
            {...props}
            onChoose={(run) => {
              chosen.current = run;
              showOverlay(null);
            }}
          />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
