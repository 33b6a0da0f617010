"use client";
import type { ReactElement } from "react";
import type { SheetPanelProps } from "./sheet-panel.tsx";
import { onDemand } from "./on-demand.tsx";

export type SheetProps = Omit<SheetPanelProps, "onClose"> & {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

const Panel = onDemand<SheetPanelProps>(
  async () => (await import("./sheet-panel.tsx")).SheetPanel,
  null,
  "placeholder",
);

/** A side panel over the page. On phones it replaces the columns next to the content. */
export function Sheet({ open, onOpenChange, ...rest }: SheetProps): ReactElement | null {
  if (!open) return null;
  return (
    <Panel
      {...rest}
      onClose={() => {
        onOpenChange(false);
      }}
    />
  );
}
