"use client";
import type { OutlineEntry } from "@goaltrace/core/log";
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
import { isDeepEqual } from "../parts/is-deep-equal.ts";
import { useClock } from "../parts/use-clock.ts";
import { type EntryRow, entryRow } from "./entry-rows.ts";

/** The column widths of head, rows and foot. */
export const COLUMNS_CLASS =
  "grid grid-cols-[40px_64px_minmax(180px,1fr)_44px_92px_52px_48px_92px] items-center gap-x-3 px-4";

/** Right-aligned columns. */
export const NUMERIC_COLUMNS: ReadonlySet<TableColumn> = new Set([
  "sequence",
  "duration",
  "in",
  "out",
  "cost",
]);

/** The largest values of the run, to which the bars are relative. */
export type BarScale = { readonly longestMs: number; readonly highestCost: number };

export type TableRowProps = {
  readonly id: string;
  readonly entry: OutlineEntry;
  /** The number and the title of its goal; the run itself has no number. */
  readonly goal: { readonly number: string; readonly title: string };
  /** The row index and the vertical position in pixels. */
  readonly position: { readonly index: number; readonly top: number; readonly height: number };
  readonly bars: BarScale;
  readonly selected: boolean;
  readonly hit: boolean;
  readonly onSelect: (sequence: number) => void;
};

/** One row of the table. While a run grows, only rows with visible changes render again. */
export const TableRow = memo(function TableRow({
  id,
  entry,
  goal,
  position,
  bars,
  selected,
  hit,
  onSelect,
}: TableRowProps): ReactElement {
  const format = useFormat();
  const clock = useClock();
  const row = entryRow(entry);
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
      <What entry={entry} status={row.status} />
      <Cell className="text-ink-2" title={goal.title}>
        {goal.number}
      </Cell>
      <Barred share={row.durationMs === undefined ? 0 : row.durationMs / Math.max(1, bars.longestMs)}>
        {row.durationMs === undefined ? null : format.duration(row.durationMs)}
      </Barred>
      <Cell numeric>{row.inTokens === undefined ? null : format.tokens(row.inTokens)}</Cell>
      <Cell numeric>{row.outTokens === undefined ? null : format.tokens(row.outTokens)}</Cell>
      <Barred share={bars.highestCost === 0 ? 0 : (row.cost ?? 0) / bars.highestCost}>
        {row.cost === undefined ? null : format.cost(row.cost)}
      </Barred>
    </div>
  );
}, isDeepEqual);

/** The description of the entry. A call that did not succeed has its status as its icon, and the reason at the right. */
function What({ entry, status }: Pick<TableRowProps, "entry"> & Pick<EntryRow, "status">): ReactElement {
  const translate = useTranslations("trace.outcome");
  const entryText = useEntryText();
  const description = entryText.description(entry);
  const failed = status !== undefined && status !== "completed";
  const reason = entry.k === "tool" && entry.s !== "ok" ? (entry.r ?? translate(entry.s)) : "";
  return (
    <div role="gridcell" className="flex min-w-0 items-center gap-2" title={description}>
      {failed ? (
        <StatusGlyph status={status} size={14} decorative />
      ) : (
        <Icon icon={entryIcon(entry)} size={14} className="flex-none text-ink-2" />
      )}
      {entry.k !== "assistant" && entry.k !== "user" && (
        <span className={classNames("flex-none", entry.k === "tool" ? "font-mono text-11" : "text-ink-2")}>
          {entryText.kind(entry)}
        </span>
      )}
      <span className={classNames("min-w-0 flex-1 truncate", entry.k === "tool" && "text-ink-2")}>
        {description}
      </span>
      {reason !== "" && status !== undefined && (
        <span className={classNames("max-w-1/2 flex-none truncate text-11", TONE_TEXT[STATUS_TONES[status]])}>
          {reason}
        </span>
      )}
    </div>
  );
}

/** A number with a bar on the largest one of the run. */
function Barred({ share, children }: { readonly share: number; readonly children: ReactNode }): ReactElement {
  return (
    <div role="gridcell" className="flex min-w-0 items-center justify-end gap-2">
      <span aria-hidden="true" className="flex h-1.25 min-w-0 flex-1 justify-end">
        <span className="h-full bg-ink/38" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="flex-none">{children}</span>
    </div>
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
