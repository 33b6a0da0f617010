"use client";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { STATUS_TONES, TONE_TEXT } from "../../../ui/status.ts";
import { entryIcon, useEntryText } from "../parts/entry-kind.tsx";
import type { TableColumn } from "../state/url-state.ts";
import { useClock } from "../parts/use-clock.ts";
import type { EntryRow } from "./entry-rows.ts";

/** The column widths of header and rows. */
export const COLUMNS_CLASS =
  "grid grid-cols-[36px_56px_minmax(104px,152px)_minmax(80px,176px)_minmax(112px,1fr)_48px_60px_52px_88px] items-center gap-x-3 px-4";

/** Right-aligned columns. */
export const NUMERIC_COLUMNS: ReadonlySet<TableColumn> = new Set(["sequence", "tokens", "cost", "duration"]);

export type TableRowProps = {
  readonly id: string;
  readonly row: EntryRow;
  /** The row index and the vertical position in pixels. */
  readonly position: { readonly index: number; readonly top: number; readonly height: number };
  readonly selected: boolean;
  readonly hit: boolean;
  readonly onSelect: (sequence: number) => void;
};

/** One row of the table. */
export const TableRow = memo(function TableRow({
  id,
  row,
  position,
  selected,
  hit,
  onSelect,
}: TableRowProps): ReactElement {
  const format = useFormat();
  const entryText = useEntryText();
  const clock = useClock();
  const { entry } = row;
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={position.index + 2}
      aria-selected={selected}
      onClick={() => {
        onSelect(entry.q);
      }}
      style={{ transform: `translateY(${position.top}px)`, height: position.height }}
      className={classNames(
        COLUMNS_CLASS,
        "absolute inset-x-0 top-0 cursor-default text-12",
        selected ? "bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-ink/4",
        hit && !selected && "bg-ink/7",
      )}
    >
      <Cell numeric className="text-ink-3">
        {entry.q}
      </Cell>
      <Cell className="text-ink-2" title={format.momentFully(entry.t)}>
        {clock(entry.t)}
      </Cell>
      <Cell className="flex items-center gap-1.5">
        <Icon icon={entryIcon(entry)} size={14} className="text-ink-2" />
        <span className={classNames("truncate", entry.k === "tool" && "font-mono text-11")}>
          {entryText.kind(entry)}
        </span>
      </Cell>
      <Cell className="text-ink-2" title={row.goal}>
        {row.goal}
      </Cell>
      <Cell title={entryText.description(entry)}>{entryText.description(entry)}</Cell>
      <Cell numeric>{row.tokens === undefined ? null : format.tokens(row.tokens)}</Cell>
      <Cell numeric>{row.cost === undefined ? null : format.cost(row.cost)}</Cell>
      <Cell numeric>{row.durationMs === undefined ? null : format.duration(row.durationMs)}</Cell>
      <StatusCell row={row} />
    </div>
  );
});

function StatusCell({ row }: { readonly row: EntryRow }): ReactElement {
  const translate = useTranslations("common.status");
  const { status } = row;
  if (status === undefined) return <Cell>{null}</Cell>;
  return (
    <Cell className={classNames("flex items-center gap-1.5 text-11", TONE_TEXT[STATUS_TONES[status]])}>
      <StatusGlyph status={status} size={12} decorative />
      <span className="truncate">{translate(status)}</span>
    </Cell>
  );
}

type CellProps = {
  readonly numeric?: boolean;
  readonly className?: string;
  readonly title?: string;
  readonly children: ReactNode;
};

function Cell({ numeric, className, title, children }: CellProps): ReactElement {
  return (
    <div
      role="gridcell"
      title={title}
      className={classNames("min-w-0 truncate", numeric === true && "text-right", className)}
    >
      {children}
    </div>
  );
}
