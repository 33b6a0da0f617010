"use client";
import { Popover as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export type PopoverProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The button that opens it; it must take a ref. */
  readonly trigger: ReactElement;
  /** Names it for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
};

/** A small form that belongs to a button. */
export function Popover({ open, onOpenChange, trigger, label, children }: PopoverProps): ReactElement {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 max-h-80 w-64 animate-appear overflow-y-auto rounded-md border border-line bg-raised p-2 shadow-overlay"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
