"use client";
import { Popover as Primitive } from "radix-ui";
import { useMemo, useRef } from "react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export type PopoverAlign = "start" | "end";

export type PopoverPanelProps = {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly align: PopoverAlign;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

const SIZE = { start: "w-64 p-2", end: "w-[min(360px,calc(100vw-16px))] p-3" };

/** The open panel of a `Popover`. */
export function PopoverPanel({ anchor, label, align, onClose, children }: PopoverPanelProps): ReactElement {
  const at = useMemo(() => ({ current: anchor }), [anchor]);
  const closedByPointer = useRef(false);
  return (
    <Primitive.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Primitive.Anchor virtualRef={at} />
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // A click on the button already closes the popover.
            if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault();
            else closedByPointer.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!closedByPointer.current) anchor.focus();
          }}
          className={classNames(
            "z-40 max-h-(--radix-popover-content-available-height) animate-appear overflow-y-auto rounded-md border border-line bg-raised shadow-overlay",
            SIZE[align],
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
