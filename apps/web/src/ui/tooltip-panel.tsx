"use client";
import { Portal } from "radix-ui";
import { Popper } from "radix-ui/internal";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { Kbd } from "./kbd.tsx";

export type TooltipSide = "top" | "right" | "bottom" | "left";

export type TooltipPanelProps = {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly side: TooltipSide;
  readonly text: string;
  readonly shortcut: string | undefined;
  readonly onStay: () => void;
  readonly onLeave: () => void;
};

/** The visible part of a `Tooltip`. */
export function TooltipPanel(props: TooltipPanelProps): ReactElement {
  const { anchor } = props;
  const at = useMemo(() => ({ current: anchor }), [anchor]);
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={at} />
      <Portal.Root>
        <Popper.Content
          id={props.id}
          role="tooltip"
          side={props.side}
          sideOffset={6}
          collisionPadding={8}
          onPointerEnter={props.onStay}
          onPointerLeave={props.onLeave}
          className="z-50 flex max-w-80 animate-appear items-center gap-2 rounded-sm bg-ink px-2 py-1 text-12 text-page select-none"
        >
          {props.text}
          {props.shortcut !== undefined && <Kbd keys={props.shortcut} />}
        </Popper.Content>
      </Portal.Root>
    </Popper.Root>
  );
}
