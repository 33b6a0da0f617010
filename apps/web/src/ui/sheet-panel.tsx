"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { IconButton } from "./icon-button.tsx";

export type SheetPanelProps = {
  readonly onClose: () => void;
  readonly title: string;
  readonly side: "left" | "right";
  readonly children: ReactNode;
};

/** The open panel of a `Sheet`. */
export function SheetPanel({ onClose, title, side, children }: SheetPanelProps): ReactElement {
  const translate = useTranslations("common");
  return (
    <Primitive.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // Focus on the close button would open its tooltip, which would consume the first Escape.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          className={classNames(
            "outline-none fixed inset-y-0 z-40 flex w-[min(360px,calc(100vw-44px))] animate-appear flex-col bg-page shadow-overlay",
            side === "left" ? "left-0" : "right-0",
          )}
        >
          <div className="flex h-12 flex-none items-center gap-2 border-b border-line pr-1 pl-4">
            <Primitive.Title className="min-w-0 flex-1 truncate font-semibold">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={translate("close")} icon={X} />
            </Primitive.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
