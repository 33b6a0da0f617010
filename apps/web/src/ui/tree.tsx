"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { Range } from "@tanstack/react-virtual";
import { defaultRangeExtractor } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icon.tsx";
import { treeMove } from "./tree-keys.ts";
import type { TreeRow } from "./tree-keys.ts";

export type TreeProps<Row extends TreeRow> = {
  /** The accessible name of the tree. */
  readonly label: string;
  /** The visible rows in order, without those inside a collapsed row. */
  readonly rows: readonly Row[];
  readonly selectedId: string | null;
  /** The row to show when the tree opens without a selection. */
  readonly currentId?: string | null;
  readonly onSelect: (id: string) => void;
  /** Expands or collapses a row with children. */
  readonly onToggle: (id: string) => void;
  /** The action of Space. By default Space toggles the row, like a click on the chevron. */
  readonly onSpace?: (id: string) => void;
  /**
   * The content of a row after its indent and chevron, which is also its accessible name: add hidden text for information that only color
   * or position conveys. Rows may wrap to several lines; they are measured.
   */
  readonly children: (row: Row) => ReactNode;
  /** Height of a one-line row in pixels. Defaults to 28; 44 on touch screens. */
  readonly rowHeight?: number;
  readonly className?: string;
};

const INDENT = 16;
const OVERSCAN = 12;

/**
 * A virtualized tree: only rows near the viewport are mounted. It has one tab stop and the keys of `treeMove`, and scrolls
 * to the selected row when the selection changes.
 */
export function Tree<Row extends TreeRow>({
  label,
  rows,
  selectedId,
  currentId = null,
  onSelect,
  onToggle,
  onSpace,
  children,
  rowHeight = 28,
  className,
}: TreeProps<Row>): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  const indexOf = (id: string | null): number => rows.findIndex((row) => row.id === id);
  const tabStop = Math.max(0, indexOf(focusedId) >= 0 ? indexOf(focusedId) : indexOf(selectedId));

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    // The row with the tab stop stays mounted, so that scrolling does not lose the focus.
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), tabStop])]
        .filter((index) => index < rows.length)
        .sort((a, b) => a - b),
  });

  const shownIndex = indexOf(selectedId ?? currentId);
  useEffect(() => {
    // Rows above are measured as they mount: in the middle, the current row stays visible although they turn out taller.
    if (shownIndex >= 0)
      virtualizer.scrollToIndex(shownIndex, { align: selectedId === null ? "center" : "auto" });
    // Only a new selection scrolls; new live rows must not move the view.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selectedId]);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${tabStop}"]`)?.focus();
  }, [tabStop]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // A control inside a row handles its own keys.
    if (!(event.target instanceof HTMLElement) || event.target.role !== "treeitem") return;
    const move = treeMove(rows, rows[tabStop]?.id ?? null, event.key);
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === " " && onSpace) onSpace(move.id);
    else if (move.kind === "select") onSelect(move.id);
    else if (move.kind === "toggle") onToggle(move.id);
    else {
      wantsFocus.current = true;
      setFocusedId(move.id);
      virtualizer.scrollToIndex(indexOf(move.id), { align: "auto" });
    }
  };

  return (
    <div ref={scroller} className={classNames("min-h-0 flex-1 overflow-auto", className)}>
      <div
        role="tree"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              role="treeitem"
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-expanded={row.expanded ?? undefined}
              aria-selected={row.id === selectedId}
              tabIndex={item.index === tabStop ? 0 : -1}
              onFocus={() => {
                setFocusedId(row.id);
              }}
              onClick={() => {
                onSelect(row.id);
              }}
              style={{
                transform: `translateY(${item.start}px)`,
                paddingLeft: 8 + (row.level - 1) * INDENT,
                minHeight: rowHeight,
              }}
              className={ROW_CLASS}
            >
              <span
                aria-hidden="true"
                className={classNames(
                  "grid w-4 flex-none place-items-center self-stretch text-ink-3 hover:text-ink",
                  row.expanded === null && "invisible",
                )}
                onClick={(event) => {
                  event.stopPropagation();
                  onToggle(row.id);
                }}
              >
                <Icon
                  icon={ChevronRight}
                  size={12}
                  className={classNames("transition-transform", row.expanded === true && "rotate-90")}
                />
              </span>
              {children(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const ROW_CLASS =
  "absolute inset-x-0 top-0 flex cursor-pointer items-center gap-1 pr-3 -outline-offset-2 hover:bg-ink/4 " +
  "aria-selected:bg-accent-soft aria-selected:shadow-[inset_2px_0_var(--accent)] phone:min-h-11! pointer-coarse:min-h-11!";
