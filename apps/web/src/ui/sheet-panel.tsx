"use client";
import type { ReactElement, ReactNode } from "react";
import { PanelFrame } from "./panel-frame.tsx";

export type SheetPanelProps = {
  readonly onClose: () => void;
  readonly title: string;
  readonly side: "left" | "right";
  readonly children: ReactNode;
};

/** The open panel of a `Sheet`. */
export function SheetPanel({ onClose, title, side, children }: SheetPanelProps): ReactElement {
  return (
    <PanelFrame
      title={title}
      onClose={onClose}
      className={`inset-y-0 w-[min(360px,calc(100vw-44px))] bg-page ${side === "left" ? "left-0" : "right-0"}`}
    >
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </PanelFrame>
  );
}
