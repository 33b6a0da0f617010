"use client";
import { Tooltip as Primitive } from "radix-ui";
import type { ReactElement } from "react";
import { Kbd } from "./kbd.tsx";

export type TooltipSide = "top" | "right" | "bottom" | "left";

export type TooltipProps = {
  readonly text: string;
  readonly shortcut?: string;
  readonly side?: TooltipSide;
  /** One focusable element that takes a ref. It needs its own accessible name; the tooltip only repeats or adds. */
  readonly children: ReactElement;
};

/** Words that appear on hover after 400 ms and on keyboard focus at once. Never the only place for something needed. */
export function Tooltip({ text, shortcut, side = "bottom", children }: TooltipProps): ReactElement {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-80 animate-appear items-center gap-2 rounded-sm bg-ink px-2 py-1 text-12 text-page select-none"
        >
          {text}
          {shortcut !== undefined && <Kbd keys={shortcut} />}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Mounted once, in the root of the app. */
export const TooltipProvider = Primitive.Provider;
