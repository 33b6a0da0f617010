"use client";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import type { PopoverAlign, PopoverPanelProps } from "./popover-panel.tsx";
import { withTriggerProps } from "./trigger.ts";
import { onDemand } from "./on-demand.tsx";

export type PopoverProps = {
  /** The button that opens the popover; it must accept a ref (`Button`, `IconButton`). */
  readonly trigger: ReactElement;
  /** The accessible name of the panel. */
  readonly label: string;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** The button edge it aligns to. `start` is narrow, for a field or a short list. */
  readonly align?: PopoverAlign;
};

const Panel = onDemand<PopoverPanelProps>(
  async () => (await import("./popover-panel.tsx")).PopoverPanel,
  null,
  "placeholder",
);

/** A small panel below its button, for a few controls. Escape and a click outside close it. */
export function Popover({
  trigger,
  label,
  children,
  open: controlledOpen,
  onOpenChange,
  align = "end",
}: PopoverProps): ReactElement {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  const open = controlledOpen ?? opened;
  const change = (next: boolean): void => {
    setOpened(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {withTriggerProps(trigger, {
        ref: setAnchor,
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        "data-state": open ? "open" : "closed",
        onPointerEnter: Panel.preload,
        onFocus: Panel.preload,
        onClick: () => {
          change(!open);
        },
      })}
      {open && anchor !== null && (
        <Panel
          anchor={anchor}
          label={label}
          align={align}
          onClose={() => {
            change(false);
          }}
        >
          {children}
        </Panel>
      )}
    </>
  );
}
