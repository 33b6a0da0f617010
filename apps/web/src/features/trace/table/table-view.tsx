"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useActions, useLog, useView } from "../state/debugger-provider.tsx";
import { TABLE_COLUMNS } from "../state/url-state.ts";
import { usePhone } from "../parts/use-phone.ts";
import { isRuntimeEntry } from "../state/runtime-entries.ts";
import { useShownEntries } from "../state/use-shown-entries.ts";
import { entryRows } from "./entry-rows.ts";
import type { EntryRow } from "./entry-rows.ts";
import { filterCounts, passesFilter, sumRows } from "./table-filters.ts";
import type { TableFilter } from "./table-filters.ts";
import { LongestCallsOfRun } from "../timeline/longest-calls.tsx";
import { TableChips, TableFoot, TableHead } from "./table-frame.tsx";
import { TableRow } from "./table-row.tsx";

const ROW_HEIGHT = 26;
const TOUCH_ROW_HEIGHT = 44;
const OVERSCAN = 12;
const PAGE_ROWS = 20;

/** All entries of the run as a sortable table, to find the most expensive, slowest or failed ones. */
export function TableView({ hits }: { readonly hits: ReadonlySet<number> }): ReactElement {
  const translate = useTranslations("trace.table");
  const view = useView(({ sort, sequence, runtime }) => ({ sort, sequence, runtime }));
  const model = useLog((log) => log.model);
  const { selectSequence, reportWindow } = useActions();
  const all = useShownEntries();
  const [filter, setFilter] = useState<TableFilter>("all");
  const entries = useMemo(
    () => (view.runtime ? all : all.filter((entry) => !isRuntimeEntry(entry))),
    [all, view.runtime],
  );
  const whole = useMemo(
    () => entryRows({ graph: model.graph, entries }, view.sort),
    [model, entries, view.sort],
  );
  const rows = useMemo(() => whole.filter(({ entry }) => passesFilter(entry, filter)), [whole, filter]);
  const bars = useMemo(() => sumRows(whole), [whole]);
  const sums = useMemo(() => sumRows(rows), [rows]);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = usePhone() ? TOUCH_ROW_HEIGHT : ROW_HEIGHT;
  const id = useId();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.entry.q ?? index,
    overscan: OVERSCAN,
    scrollPaddingStart: rowHeight,
  });
  const selected = useMemo(
    () => rows.findIndex((row) => row.entry.q === view.sequence),
    [rows, view.sequence],
  );
  useEffect(() => {
    if (selected >= 0) virtualizer.scrollToIndex(selected, { align: "auto" });
    // Only a new selection or sort order scrolls; new rows must not move what the person is reading.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view.sequence, view.sort]);

  const { range } = virtualizer;
  const bySequence = view.sort.column === "sequence";
  const ends = [rows[range?.startIndex ?? 0]?.entry.q, rows[range?.endIndex ?? 0]?.entry.q];
  const [first = 0, last = 0] = view.sort.descending ? [ends[1], ends[0]] : ends;
  useEffect(() => {
    reportWindow(bySequence ? { from: first, to: last } : null);
    return () => {
      reportWindow(null);
    };
  }, [bySequence, first, last, reportWindow]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== scroller.current) return;
    const target = rowAfterKey(event.key, selected, rows.length);
    const row = target === null ? undefined : rows[target];
    if (!row) return;
    event.preventDefault();
    selectSequence(row.entry.q);
  };

  if (entries.length === 0)
    return (
      <EmptyState className="p-6" title={translate("empty")}>
        {translate("emptyHint")}
      </EmptyState>
    );
  const chips = (
    <TableChips
      counts={filterCounts(entries)}
      filter={filter}
      onFilter={setFilter}
      runtimeCount={view.runtime ? all.filter(isRuntimeEntry).length : all.length - entries.length}
    />
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      {chips}
      <LongestCallsOfRun className="min-h-8 flex-none border-b border-line px-4 phone:hidden" />
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={translate("label")}
        aria-rowcount={rows.length + 2}
        aria-colcount={TABLE_COLUMNS.length}
        aria-activedescendant={selected >= 0 ? `${id}-${view.sequence ?? ""}` : undefined}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-auto -outline-offset-2"
      >
        <TableHead />
        <div role="rowgroup" className="relative min-w-176" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row: EntryRow | undefined = rows[item.index];
            if (!row) return null;
            return (
              <TableRow
                key={item.key}
                id={`${id}-${row.entry.q}`}
                row={row}
                position={{ index: item.index, top: item.start, height: rowHeight }}
                bars={bars}
                selected={item.index === selected}
                hit={hits.has(row.entry.q)}
                onSelect={selectSequence}
              />
            );
          })}
        </div>
        <TableFoot sums={sums} />
      </div>
    </div>
  );
}

function rowAfterKey(key: string, selected: number, count: number): number | null {
  const clamp = (index: number): number => Math.min(count - 1, Math.max(0, index));
  switch (key) {
    case "ArrowDown":
      return clamp(selected + 1);
    case "ArrowUp":
      return clamp(selected < 0 ? count - 1 : selected - 1);
    case "PageDown":
      return clamp(selected + PAGE_ROWS);
    case "PageUp":
      return clamp(selected - PAGE_ROWS);
    case "Home":
      return 0;
    case "End":
      return clamp(count - 1);
    default:
      return null;
  }
}
