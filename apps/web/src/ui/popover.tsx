"use client";
import { Popover as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export type PopoverProps = {
  /** The button that opens it; it must take a ref (`Button`, `IconButton`). */
  readonly trigger: ReactElement;
  /** Names the panel for everyone who can't see where it hangs. */
  readonly label: string;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** Which edge of the button it keeps to; `start` is the narrow one for a field or a short list. */
  readonly align?: "start" | "end";
};

const SIZE = { start: "w-64 p-2", end: "w-[min(360px,calc(100vw-16px))] p-3" };

/** A small panel that hangs from its button: a few controls, never a page. Escape and a click outside close it. */
export function Popover({
  trigger,
  label,
  children,
  open,
  onOpenChange,
  align = "end",
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
