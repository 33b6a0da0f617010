"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import type { ReactElement } from "react";
import { FailureNote } from "./failure-note.tsx";
import { IconButton } from "./icon-button.tsx";
import { Skeleton } from "./skeleton.tsx";
import { useRestoreFocus } from "./use-restore-focus.ts";

export type ImagePanelProps = {
  /** The description of the image, also its alternative text. */
  readonly title: string;
  /** A `data:` address; null while it loads. */
  readonly source: string | null;
  /** Why it could not be loaded; null otherwise. */
  readonly error: unknown;
  readonly onClose: () => void;
};

/** The open panel of an `ImageDialog`. An image wider than the window is scaled to its width; a tall one scrolls. */
export function ImagePanel({ title, source, error, onClose }: ImagePanelProps): ReactElement {
  const translate = useTranslations("common");
  const restoreFocus = useRestoreFocus();
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
          onCloseAutoFocus={restoreFocus}
          className="outline-none fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-32px)] w-max max-w-[calc(100vw-32px)] min-w-[min(320px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 animate-appear flex-col rounded-md border border-line bg-raised shadow-overlay"
        >
          <div className="flex h-12 flex-none items-center gap-2 border-b border-line pr-1 pl-4">
            {/* The title would stretch the panel of a small image. */}
            <Primitive.Title className="w-0 min-w-0 flex-1 truncate font-semibold">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={translate("close")} icon={X} />
            </Primitive.Close>
          </div>
          <div
            tabIndex={0}
            role="group"
            aria-label={title}
            className="min-h-0 overflow-auto p-4 -outline-offset-2"
          >
            {source !== null ? (
              <img src={source} alt={title} className="mx-auto block h-auto max-w-full" />
            ) : error === null ? (
              <Skeleton className="h-48 w-72 max-w-full" />
            ) : (
              <FailureNote error={error} call="load" />
            )}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
