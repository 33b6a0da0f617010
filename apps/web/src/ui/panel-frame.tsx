"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { IconButton } from "./icon-button.tsx";

export type PanelFrameProps = {
  readonly title: string;
  readonly onClose: () => void;
  /** Handles the focus when the panel closes. @default it returns to what opened the panel */
  readonly onCloseAutoFocus?: ((event: Event) => void) | undefined;
  /** Where the panel is, and its size. */
  readonly className: string;
  /** More about the width of the title. @default "" */
  readonly titleClassName?: string;
  readonly children: ReactNode;
};

/** An open panel over the page: its scrim, its title and its close button. */
export function PanelFrame({
  title,
  onClose,
  onCloseAutoFocus,
  className,
  titleClassName = "",
  children,
}: PanelFrameProps): ReactElement {
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
          {...(onCloseAutoFocus === undefined ? {} : { onCloseAutoFocus })}
          className={classNames(
            "outline-none fixed z-40 flex animate-appear flex-col shadow-overlay",
            className,
          )}
        >
          <div className="flex h-12 flex-none items-center gap-2 border-b border-line pr-1 pl-4">
            <Primitive.Title className={classNames("min-w-0 flex-1 truncate font-semibold", titleClassName)}>
              {title}
            </Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={translate("close")} icon={X} />
            </Primitive.Close>
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
