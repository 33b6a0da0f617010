import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icon.tsx";
import { CONTROL_CLASS, controlSizeClass } from "./input.tsx";
import type { ControlSize } from "./input.tsx";

export type SelectProps = Omit<ComponentProps<"select">, "size"> & { readonly size?: ControlSize };

/** The browser's native select, which works with every keyboard and phone. Children: options. */
export function Select({ size = "normal", className, children, ...rest }: SelectProps): ReactElement {
  return (
    <span className={classNames("relative block min-w-0", className)}>
      <select {...rest} className={classNames(CONTROL_CLASS, controlSizeClass(size), "appearance-none pr-7")}>
        {children}
      </select>
      <Icon
        icon={ChevronDown}
        size={12}
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-2"
      />
    </span>
  );
}
