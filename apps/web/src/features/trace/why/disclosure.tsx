"use client";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Icon } from "../../../ui/icon.tsx";

export type DisclosureProps = {
  readonly label: string;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  readonly aside?: ReactNode;
  /** Shown instead of the content while it is collapsed. */
  readonly preview?: ReactNode;
  readonly children: ReactNode;
};

/** A line that expands to its content. Collapsed content is not mounted. */
export function Disclosure({
  label,
  open,
  onToggle,
  aside,
  preview,
  children,
}: DisclosureProps): ReactElement {
  return (
    <section className="border-b border-line">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => {
          onToggle(!open);
        }}
        className="flex h-9 w-full items-center gap-2 px-4 text-left text-12 -outline-offset-2 hover:bg-ink/4 phone:h-11"
      >
        <Icon icon={open ? ChevronDown : ChevronRight} size={14} className="text-ink-3" />
        <span className="min-w-0 flex-1 truncate font-semibold">{label}</span>
        {aside !== undefined && <span className="flex-none text-11 text-ink-3">{aside}</span>}
      </button>
      {open ? children : preview}
    </section>
  );
}
