"use client";
import { Menu as Primitive } from "radix-ui/internal";
import { useMemo, useRef } from "react";
import type { ReactElement, ReactNode } from "react";
import { MenuPartsContext } from "./menu-parts.ts";

export type MenuSide = "top" | "right" | "bottom" | "left";
export type MenuAlign = "start" | "center" | "end";

export type MenuPanelProps = {
  readonly id: string;
  /** The button that opens and labels the menu. */
  readonly anchor: HTMLElement;
  readonly labeledBy: string;
  /** True when a key opened the menu: the first item then takes the focus. */
  readonly byKeyboard: boolean;
  readonly align: MenuAlign;
  readonly side: MenuSide;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

const FIRST_ITEM = "[role^='menuitem']:not([data-disabled])";

/** The open panel of a `Menu`. */
export function MenuPanel(props: MenuPanelProps): ReactElement {
  const { anchor } = props;
  const at = useMemo(() => ({ current: anchor }), [anchor]);
  const closedByPointer = useRef(false);
  return (
    <Primitive.Root
      open
      modal={false}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <Primitive.Anchor virtualRef={at} />
      <Primitive.Portal>
        <Primitive.Content
          id={props.id}
          aria-labelledby={props.labeledBy}
          align={props.align}
          side={props.side}
          sideOffset={4}
          collisionPadding={8}
          onEntryFocus={(event) => {
            if (!props.byKeyboard || !(event.currentTarget instanceof HTMLElement)) return;
            // The menu mounted after the key press, so Radix does not know that a key opened it.
            event.preventDefault();
            event.currentTarget.querySelector<HTMLElement>(FIRST_ITEM)?.focus();
          }}
          onInteractOutside={() => {
            closedByPointer.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!closedByPointer.current) anchor.focus();
          }}
          className="z-40 max-h-(--radix-popper-available-height) min-w-50 animate-appear overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-overlay"
        >
          <MenuPartsContext value={Primitive}>{props.children}</MenuPartsContext>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
