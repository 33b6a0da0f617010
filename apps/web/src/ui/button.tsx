import type { LucideIcon } from "lucide-react";
import { Link } from "./link.tsx";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";

export type ButtonVariant = "plain" | "primary" | "ghost" | "danger" | "danger-solid";

type ButtonStyle = {
  /** `primary` at most once per page; `danger-solid` only in confirmation dialogs. Defaults to `plain`. */
  readonly variant?: ButtonVariant;
  /** `large` (36 px) in setup and sign-in only. */
  readonly size?: "normal" | "large";
  readonly icon?: LucideIcon;
  /** The key with the same action, shown on the button. */
  readonly shortcut?: string;
  readonly children: ReactNode;
};

export type ButtonProps = ButtonStyle & Omit<ComponentProps<"button">, "children">;

/** A button with a text label. Its type defaults to `button`. */
export function Button({
  variant,
  size,
  icon,
  shortcut,
  children,
  className,
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button type="button" {...rest} className={classNames(buttonClass({ variant, size, icon }), className)}>
      <ButtonContent icon={icon} shortcut={shortcut}>
        {children}
      </ButtonContent>
    </button>
  );
}

export type ButtonLinkProps = ButtonStyle & Omit<ComponentProps<typeof Link>, "children">;

/** Navigation that looks like a button. */
export function ButtonLink({
  variant,
  size,
  icon,
  shortcut,
  children,
  className,
  ...rest
}: ButtonLinkProps): ReactElement {
  return (
    <Link {...rest} className={classNames(buttonClass({ variant, size, icon }), className)}>
      <ButtonContent icon={icon} shortcut={shortcut}>
        {children}
      </ButtonContent>
    </Link>
  );
}

function ButtonContent({
  icon,
  shortcut,
  children,
}: Pick<ButtonStyle, "icon" | "shortcut" | "children">): ReactElement {
  return (
    <>
      {icon && <Icon icon={icon} />}
      {children}
      {shortcut !== undefined && <Kbd keys={shortcut} />}
    </>
  );
}

const BASE =
  "inline-flex flex-none items-center justify-center gap-2 rounded-md border whitespace-nowrap transition-colors " +
  "phone:h-11 pointer-coarse:h-11 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:font-normal disabled:text-ink-3";

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  plain:
    "border-line-strong bg-raised text-ink enabled:hover:border-ink-3 hover:bg-[color-mix(in_oklab,var(--ink)_4%,var(--raised))] active:bg-[color-mix(in_oklab,var(--ink)_9%,var(--raised))]",
  primary:
    "border-accent bg-accent font-semibold text-on-accent hover:border-transparent hover:bg-[color-mix(in_oklab,var(--ink)_14%,var(--accent))] active:bg-[color-mix(in_oklab,var(--ink)_26%,var(--accent))]",
  ghost:
    "border-transparent text-ink hover:bg-ink/6 active:bg-ink/10 disabled:bg-transparent disabled:border-transparent",
  danger: "border-line-strong bg-raised text-error enabled:hover:border-error enabled:hover:bg-error-soft",
  "danger-solid": "border-error bg-error font-semibold text-page",
};

/** Returns the classes of a button, for elements that must not be a button (a label, the cover of a file input). */
function buttonClass({
  variant = "plain",
  size = "normal",
  icon,
}: Pick<ButtonStyle, "variant" | "size" | "icon">): string {
  const padding = size === "large" ? "h-9 px-4" : icon ? "h-7 pr-3 pl-2" : "h-7 px-3";
  return classNames(BASE, padding, VARIANTS[variant]);
}
