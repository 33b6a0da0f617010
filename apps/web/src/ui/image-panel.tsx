"use client";
import type { ReactElement } from "react";
import { FailureNote } from "./failure-note.tsx";
import { PanelFrame } from "./panel-frame.tsx";
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
  const restoreFocus = useRestoreFocus();
  return (
    <PanelFrame
      title={title}
      onClose={onClose}
      onCloseAutoFocus={restoreFocus}
      className="top-1/2 left-1/2 max-h-[calc(100dvh-32px)] w-max max-w-[calc(100vw-32px)] min-w-[min(320px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 rounded-md border border-line bg-raised"
      // The title would stretch the panel of a small image.
      titleClassName="w-0"
    >
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
    </PanelFrame>
  );
}
