"use client";
import { Search } from "lucide-react";
import type { ComponentProps, ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icon.tsx";
import { CONTROL_CLASS } from "./input.tsx";
import { Kbd } from "./kbd.tsx";

export type SearchInputProps = Omit<ComponentProps<"input">, "type" | "size"> & {
  /** What is searched, for screen readers. */
  readonly label: string;
  readonly shortcut?: string;
};

/** A search field; the shortcut is shown while it is empty. */
export function SearchInput({ label, shortcut, className, ...rest }: SearchInputProps): ReactElement {
  return (
    <span className={classNames("relative block min-w-0", className)}>
      <Icon
        icon={Search}
        size={14}
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        {...rest}
        aria-label={label}
        className={classNames(
          CONTROL_CLASS,
          "peer h-7 pr-7 pl-7 phone:h-11 pointer-coarse:h-11 [&::-webkit-search-cancel-button]:appearance-none",
        )}
      />
      {shortcut !== undefined && (
        <span className="pointer-events-none absolute top-1/2 right-1.5 -translate-y-1/2 text-ink-2 peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden">
          <Kbd keys={shortcut} />
        </span>
      )}
    </span>
  );
}
