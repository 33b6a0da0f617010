"use client";
import { Popover as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export type PopoverProps = {
  /** The button that opens it; it must take a ref (`Button`, `IconButton`). */
  readonly trigger: ReactElement;
  /** Names the panel for everyone who can't see where it hangs. */
  readonly label: string;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
};

/** A small panel that hangs from its button: a few controls, never a page. Escape and a click outside close it. */
export function Popover({ trigger, label, children, open, onOpenChange }: PopoverProps): ReactElement {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 max-h-(--radix-popover-content-available-height) w-[min(360px,calc(100vw-16px))] animate-appear overflow-y-auto rounded-md border border-line bg-raised p-3 shadow-overlay"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
