"use client";
import { Check } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useId, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";
import type { MenuAlign, MenuPanelProps, MenuSide } from "./menu-panel.tsx";
import { useMenuParts } from "./menu-parts.ts";
import { withTriggerProps } from "./trigger.ts";
import { onDemand } from "./on-demand.tsx";

export type MenuProps = {
  /** The button that opens the menu (`Button`, `IconButton`). */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: MenuAlign;
  readonly side?: MenuSide;
};

const Panel = onDemand<MenuPanelProps>(
  async () => (await import("./menu-panel.tsx")).MenuPanel,
  null,
  "placeholder",
);

type Opened = { readonly anchor: HTMLElement; readonly byKeyboard: boolean };

const OPENING_KEYS = ["Enter", " ", "ArrowDown"];

/**
 * A list of actions or choices that opens from a button. A page has dozens of menus and opens few, so the code of the panel loads on the
 * first hover or focus.
 */
export function Menu({ trigger, children, align = "end", side = "bottom" }: MenuProps): ReactElement {
  const [opened, setOpened] = useState<Opened | null>(null);
  const triggerId = useId();
  const contentId = useId();
  return (
    <>
      {withTriggerProps(trigger, {
        id: triggerId,
        "aria-haspopup": "menu",
        "aria-expanded": opened !== null,
        "aria-controls": opened === null ? undefined : contentId,
        "data-state": opened === null ? "closed" : "open",
        onPointerEnter: Panel.preload,
        onFocus: Panel.preload,
        onPointerDown: (event) => {
          if (event.button !== 0 || event.ctrlKey) return;
          const anchor = event.currentTarget;
          // Moves the focus directly into the menu.
          if (opened === null) event.preventDefault();
          setOpened((previous) => (previous === null ? { anchor, byKeyboard: false } : null));
        },
        onKeyDown: (event) => {
          if (!OPENING_KEYS.includes(event.key)) return;
          event.preventDefault();
          setOpened({ anchor: event.currentTarget, byKeyboard: true });
        },
      })}
      {opened !== null && (
        <Panel
          id={contentId}
          labeledBy={triggerId}
          anchor={opened.anchor}
          byKeyboard={opened.byKeyboard}
          align={align}
          side={side}
          onClose={() => {
            setOpened(null);
          }}
        >
          {children}
        </Panel>
      )}
    </>
  );
}

const ROW =
  "flex h-7 w-full cursor-default items-center gap-2 rounded-sm px-2 outline-none select-none data-highlighted:bg-accent-soft data-disabled:text-ink-3 phone:h-11 pointer-coarse:h-11";

export type MenuItemProps = {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: LucideIcon;
  readonly shortcut?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
};

/** One action. The text of a disabled item should name the reason ("Share, needs an admin"). */
export function MenuItem({
  children,
  onSelect,
  icon,
  shortcut,
  danger,
  disabled,
}: MenuItemProps): ReactElement {
  const parts = useMenuParts();
  return (
    <parts.Item
      disabled={disabled}
      onSelect={onSelect}
      className={classNames(ROW, danger === true && "text-error")}
    >
      {icon && <Icon icon={icon} className={danger === true ? undefined : "text-ink-2"} />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut !== undefined && <Kbd keys={shortcut} />}
    </parts.Item>
  );
}

export type MenuChoicesProps<Value extends string> = {
  readonly caption: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
};

/** A group of exclusive choices with a check mark on the current one. */
export function MenuChoices<Value extends string>({
  caption,
  value,
  choices,
  onChange,
}: MenuChoicesProps<Value>): ReactElement {
  const parts = useMenuParts();
  return (
    <parts.RadioGroup value={value} aria-label={caption}>
      <MenuCaption>{caption}</MenuCaption>
      {choices.map((choice) => (
        <parts.RadioItem
          key={choice.value}
          value={choice.value}
          lang={choice.lang}
          onSelect={() => {
            onChange(choice.value);
          }}
          className={ROW}
        >
          <span className="flex-1">{choice.label}</span>
          <parts.ItemIndicator>
            <Icon icon={Check} size={14} />
          </parts.ItemIndicator>
        </parts.RadioItem>
      ))}
    </parts.RadioGroup>
  );
}

/** A heading inside a menu. */
export function MenuCaption({ children }: { readonly children: ReactNode }): ReactElement {
  const parts = useMenuParts();
  return <parts.Label className="truncate px-2 py-1 text-11 text-ink-3">{children}</parts.Label>;
}

export function MenuSeparator(): ReactElement {
  const parts = useMenuParts();
  return <parts.Separator className="-mx-1 my-1 border-t border-line" />;
}
