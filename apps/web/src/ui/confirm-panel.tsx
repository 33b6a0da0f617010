"use client";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import { useRef } from "react";
import type { ReactElement, ReactNode } from "react";
import { Button } from "./button.tsx";
import { useRestoreFocus } from "./use-restore-focus.ts";

export type ConfirmPanelProps = {
  /** The question. */
  readonly title: string;
  /** The effect of the action, and whether it can be undone. */
  readonly children: ReactNode;
  /** The verb of the action. */
  readonly confirmLabel: string;
  /** False while the action cannot be confirmed, for example because its extent is being read. */
  readonly canConfirm: boolean;
  readonly onConfirm: () => void;
  /** A button instead of Cancel, for an action in progress; Escape still calls `onClose`. */
  readonly stop?: { readonly label: string; readonly onStop: () => void } | undefined;
  readonly onClose: () => void;
  /** Called after the panel has closed and the previous focus is restored. */
  readonly onClosed?: () => void;
};

/** The open panel of a `ConfirmDialog`. The focus starts on Cancel, so that Enter does not confirm by accident. */
export function ConfirmPanel(props: ConfirmPanelProps): ReactElement {
  const translate = useTranslations("common");
  const cancel = useRef<HTMLButtonElement>(null);
  const restoreFocus = useRestoreFocus(props.onClosed);
  return (
    <Primitive.Root
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          role="alertdialog"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            cancel.current?.focus();
          }}
          onCloseAutoFocus={restoreFocus}
          onPointerDownOutside={(event) => {
            event.preventDefault();
          }}
          className="outline-none fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100vh-32px)] w-[min(440px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 animate-appear flex-col gap-3 overflow-y-auto rounded-md border border-line bg-raised p-4 shadow-overlay"
        >
          <Primitive.Title className="font-semibold [overflow-wrap:anywhere]">{props.title}</Primitive.Title>
          <Primitive.Description asChild>
            <div className="flex flex-col gap-2 text-ink-2 [overflow-wrap:anywhere]">{props.children}</div>
          </Primitive.Description>
          <div className="mt-1 flex flex-wrap justify-end gap-2">
            <Button ref={cancel} onClick={props.stop?.onStop ?? props.onClose}>
              {props.stop?.label ?? translate("cancel")}
            </Button>
            <Button variant="danger-solid" disabled={!props.canConfirm} onClick={props.onConfirm}>
              {props.confirmLabel}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
