"use client";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icon.tsx";
import { Tooltip } from "./tooltip.tsx";
import type { TooltipSide } from "./tooltip-panel.tsx";

export type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label" | "title"> & {
  /** The name of the button, for the tooltip and screen readers. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly shortcut?: string;
  /** 28 px, or 24 px inside rows. Both grow to 44 px on touch screens. */
  readonly size?: "normal" | "small";
  /** Makes it a toggle button: sets `aria-pressed`. */
  readonly pressed?: boolean;
  readonly tooltipSide?: TooltipSide;
};

/** A button with only an icon. */
export function IconButton({
  label,
  icon,
  shortcut,
  size = "normal",
  pressed,
  tooltipSide,
  className,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <Tooltip text={label} shortcut={shortcut} side={tooltipSide}>
      <button
        type="button"
        aria-pressed={pressed}
        {...rest}
        aria-label={label}
        className={classNames(
          ICON_BUTTON_CLASS,
          size === "small" ? "size-6 rounded-sm" : "size-7 rounded-md",
          className,
        )}
      >
        <Icon icon={icon} size={size === "small" ? 14 : 16} />
      </button>
    </Tooltip>
  );
}

const ICON_BUTTON_CLASS =
  "inline-grid flex-none place-items-center text-ink-2 transition-colors hover:bg-ink/7 hover:text-ink " +
  "aria-pressed:bg-ink/7 aria-pressed:text-ink aria-expanded:bg-ink/7 aria-expanded:text-ink data-[state=open]:bg-ink/7 " +
  "disabled:cursor-not-allowed disabled:bg-transparent disabled:text-line-strong phone:size-11 pointer-coarse:size-11";
