"use client";
import { BookOpen, NotebookPen } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Icon } from "../../../ui/icon.tsx";
import type { PortView } from "./box-view.ts";

type PortsProps = {
  readonly ports: readonly PortView[];
  /** Opens the entry of a port. Absent inside a button: ports are then only shown. */
  readonly onOpen?: (sequence: number) => void;
};

const ICONS = { in: BookOpen, out: NotebookPen } as const;

/** Reads of a goal from memory, profile files, rules and skills, and its writes: a glyph and words for each direction. */
export function Ports({ ports, onOpen }: PortsProps): ReactElement | null {
  const translate = useTranslations("trace.ports");
  if (ports.length === 0) return null;
  return (
    <span className="flex flex-none items-center gap-1.5 text-11 text-ink-3">
      {ports.map(({ direction, kind, count, names, sequence }) => {
        const label = [translate(direction, { count }), ...names].join("\n");
        const content = (
          <>
            <Icon icon={ICONS[direction]} size={12} />
            <span aria-hidden="true">{translate(`short.${direction}.${kind ?? "several"}`, { count })}</span>
            <span className="sr-only">{translate(direction, { count })}</span>
          </>
        );
        return onOpen === undefined ? (
          <span key={direction} title={label} className="flex items-center gap-0.5">
            {content}
          </span>
        ) : (
          <button
            key={direction}
            type="button"
            tabIndex={-1}
            title={label}
            onClick={() => {
              onOpen(sequence);
            }}
            className="nopan pointer-events-auto flex h-5 items-center gap-0.5 rounded-sm px-0.5 hover:bg-ink/4 hover:text-ink"
          >
            {content}
          </button>
        );
      })}
    </span>
  );
}
