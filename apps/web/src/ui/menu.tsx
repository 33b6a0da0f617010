"use client";
import { Check } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";

export type MenuProps = {
  /** The button that opens it; it must take a ref (`Button`, `IconButton`). */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "right" | "bottom" | "left";
};

/** A list of actions or choices that opens from a button. */
export function Menu({ trigger, children, align = "end", side = "bottom" }: MenuProps): ReactElement {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-50 animate-appear overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-overlay"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
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

/** One action. When disabled, its words say what is missing ("Share, needs an admin"). */
export function MenuItem({
  children,
  onSelect,
  icon,
  shortcut,
  danger,
  disabled,
}: MenuItemProps): ReactElement {
  return (
    <Primitive.Item
      disabled={disabled}
      onSelect={onSelect}
      className={classNames(ROW, danger === true && "text-error")}
    >
      {icon && <Icon icon={icon} className={danger === true ? undefined : "text-ink-2"} />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut !== undefined && <Kbd keys={shortcut} />}
    </Primitive.Item>
  );
}

export type MenuChoicesProps<Value extends string> = {
  readonly caption: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
};

/** One of several, with the current one ticked. */
export function MenuChoices<Value extends string>({
  caption,
  value,
  choices,
  onChange,
}: MenuChoicesProps<Value>): ReactElement {
  return (
    <Primitive.RadioGroup value={value} aria-label={caption}>
      <MenuCaption>{caption}</MenuCaption>
      {choices.map((choice) => (
        <Primitive.RadioItem
          key={choice.value}
          value={choice.value}
          lang={choice.lang}
          onSelect={() => {
            onChange(choice.value);
          }}
          className={ROW}
        >
          <span className="flex-1">{choice.label}</span>
          <Primitive.ItemIndicator>
            <Icon icon={Check} size={14} />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

/** A heading inside a menu. */
export function MenuCaption({ children }: { readonly children: ReactNode }): ReactElement {
  return <Primitive.Label className="truncate px-2 py-1 text-11 text-ink-3">{children}</Primitive.Label>;
}

export function MenuSeparator(): ReactElement {
  return <Primitive.Separator className="-mx-1 my-1 border-t border-line" />;
}
