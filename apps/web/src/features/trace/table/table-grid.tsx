"use client";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import type { KeyboardEvent, ReactElement } from "react";
import { usePhone } from "../parts/use-phone.ts";
import { useActions, useView } from "../state/debugger-provider.tsx";
import { planNumbers } from "../state/plan-order.ts";
import type { ShownLog } from "../state/shown-log.ts";
import { TABLE_COLUMNS } from "../state/url-state.ts";
import { TableFoot, TableHead } from "./table-frame.tsx";
import { rowIndexOf, type Table } from "./table-of.ts";
import { TableRow } from "./table-row.tsx";
import { useRowWindow } from "./use-row-window.ts";

const ROW_HEIGHT = 26;
const TOUCH_ROW_HEIGHT = 44;
const OVERSCAN = 12;
const PAGE_ROWS = 20;
const SUMS_HEIGHT = 32;
/** The line below the head and the line above the sums. */
const LINE_HEIGHT = 1;

export type TableGridProps = {
  readonly table: Table;
  /** The log of the table. */
  readonly model: ShownLog;
  readonly hits: ReadonlySet<number>;
};

/** The rows of the table between its head and its sums. Mount it only for a table with entries: it measures its pane once. */
export function TableGrid({ table, model, hits }: TableGridProps): ReactElement {
  const translate = useTranslations("trace.table");
  const { sort, sequence } = useView(({ sort, sequence }) => ({ sort, sequence }));
  const { selectSequence, reportWindow } = useActions();
  const { rows, sums, whole } = table;
  const selected = sequence === null ? -1 : rowIndexOf(model, { rows, sort }, sequence);
  const numbers = planNumbers(model.graph);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = usePhone() ? TOUCH_ROW_HEIGHT : ROW_HEIGHT;
  const id = useId();
  const shown = useRowWindow(scroller, {
    ...{ count: rows.length, rowHeight, ahead: OVERSCAN },
    // The head is as high as a row.
    covered: { top: rowHeight + LINE_HEIGHT, bottom: SUMS_HEIGHT + LINE_HEIGHT },
  });
  const { scrollTo } = shown;
  useEffect(() => {
    if (selected >= 0) scrollTo(selected);
    // Only a new selection or sort order scrolls; new rows must not move what the person is reading.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [sequence, sort]);

  const bySequence = sort.column === "sequence";
  const ends = [rows[shown.first]?.q, rows[shown.last]?.q];
  const [first = 0, last = 0] = sort.descending ? [ends[1], ends[0]] : ends;
  useEffect(() => {
    reportWindow(bySequence ? { from: first, to: last } : null);
    return () => {
      reportWindow(null);
    };
  }, [bySequence, first, last, reportWindow]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== scroller.current) return;
    const target = rowAfterKey(event.key, selected, rows.length);
    const entry = target === null ? undefined : rows[target];
    if (!entry) return;
    event.preventDefault();
    selectSequence(entry.q);
  };

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={translate("label")}
      aria-rowcount={rows.length + 2}
      aria-colcount={TABLE_COLUMNS.length}
      aria-activedescendant={selected >= 0 ? `${id}-${sequence ?? ""}` : undefined}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-auto -outline-offset-2"
    >
      <TableHead />
      <div role="rowgroup" className="relative min-w-176" style={{ height: rows.length * rowHeight }}>
        {rows.slice(shown.from, shown.until).map((entry, offset) => {
          const index = shown.from + offset;
          return (
            <TableRow
              key={entry.q}
              id={`${id}-${entry.q}`}
              entry={entry}
              goal={{
                number: numbers.get(entry.g) ?? "",
                title: model.graph.goals.get(entry.g)?.title ?? "",
              }}
              position={{ index, top: index * rowHeight, height: rowHeight }}
              bars={{ longestMs: whole.longestMs, highestCost: whole.highestCost }}
              selected={index === selected}
              hit={hits.has(entry.q)}
              onSelect={selectSequence}
            />
          );
        })}
      </div>
      <TableFoot sums={sums} />
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
