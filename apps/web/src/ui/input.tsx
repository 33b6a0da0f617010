import type { ComponentProps, ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";

/** The outline shared by all form controls; 3:1 contrast against every surface. */
export const CONTROL_CLASS =
  "w-full min-w-0 rounded-md border border-field bg-raised transition-colors hover:border-ink-3 " +
  "focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent aria-invalid:border-error " +
  "disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3";

export type ControlSize = "normal" | "large";

/** Returns the height and padding classes: 28 px, 36 px in setup, 44 px on touch screens. */
export function controlSizeClass(size: ControlSize): string {
  return classNames(size === "large" ? "h-9 px-3" : "h-7 px-2", "phone:h-11 pointer-coarse:h-11");
}

export type InputProps = Omit<ComponentProps<"input">, "size"> & { readonly size?: ControlSize };

/** A single-line text input. Needs a label: use it in a `Field`. */
export function Input({ size = "normal", className, ...rest }: InputProps): ReactElement {
  return (
    <input type="text" {...rest} className={classNames(CONTROL_CLASS, controlSizeClass(size), className)} />
  );
}
