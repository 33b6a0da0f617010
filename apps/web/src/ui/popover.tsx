"use client";
import { Popover as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export type PopoverProps = {
  readonly trigger: ReactElement;
  /** Names the panel for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
  readonly align?: "start" | "center" | "end";
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
};

/** A small panel beside its button, for facts or a short form; closes on Escape and on a click elsewhere. */
export function Popover({
  trigger,
  label,
  children,
  align = "start",
  open,
  onOpenChange,
}: PopoverProps): ReactElement {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-40 max-w-100 animate-appear rounded-md border border-line bg-raised p-3 shadow-overlay"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
