"use client";
import { Menu as Primitive } from "radix-ui/internal";
import { useMemo, useRef } from "react";
import type { ReactElement, ReactNode } from "react";
import { MenuPartsContext } from "./menu-parts.ts";

export type MenuSide = "top" | "right" | "bottom" | "left";
export type MenuAlign = "start" | "center" | "end";

export type MenuPanelProps = {
  readonly id: string;
  /** The button it hangs from and is named by. */
  readonly anchor: HTMLElement;
  readonly labelledBy: string;
  /** Opened with a key: the first item takes the focus. */
  readonly byKeyboard: boolean;
  readonly align: MenuAlign;
  readonly side: MenuSide;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

const FIRST_ITEM = "[role^='menuitem']:not([data-disabled])";

/** A menu, open. */
export function MenuPanel(props: MenuPanelProps): ReactElement {
  const { anchor } = props;
  const at = useMemo(() => ({ current: anchor }), [anchor]);
  const leftByPointer = useRef(false);
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
          aria-labelledby={props.labelledBy}
          align={props.align}
          side={props.side}
          sideOffset={4}
          collisionPadding={8}
          onEntryFocus={(event) => {
            if (!props.byKeyboard || !(event.currentTarget instanceof HTMLElement)) return;
            // It was not there to see the key that opened it.
            event.preventDefault();
            event.currentTarget.querySelector<HTMLElement>(FIRST_ITEM)?.focus();
          }}
          onInteractOutside={() => {
            leftByPointer.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!leftByPointer.current) anchor.focus();
          }}
          className="z-40 max-h-(--radix-popper-available-height) min-w-50 animate-appear overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-overlay"
        >
          <MenuPartsContext value={Primitive}>{props.children}</MenuPartsContext>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
