"use client";
import { Suspense } from "react";
import type { ReactElement } from "react";
import { late, Nothing } from "../lib/late.tsx";
import type { SheetPanelProps } from "./sheet-panel.tsx";

export type SheetProps = Omit<SheetPanelProps, "onClose"> & {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

const panel = late<SheetPanelProps>(async () => (await import("./sheet-panel.tsx")).SheetPanel, Nothing);

/** A side panel over the page: on the phone, what stands beside the content on wide screens. */
export function Sheet({ open, onOpenChange, ...rest }: SheetProps): ReactElement | null {
  if (!open) return null;
  return (
    <Suspense>
      <panel.Component
        {...rest}
        onClose={() => {
          onOpenChange(false);
        }}
      />
    </Suspense>
  );
}
