"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { RuntimeSwitch } from "../parts/runtime-switch.tsx";
import { useActions, useView } from "../state/debugger-provider.tsx";
import { TABLE_COLUMNS } from "../state/url-state.ts";
import type { TableColumn } from "../state/url-state.ts";
import { TABLE_FILTERS } from "./table-filters.ts";
import type { RowSums, TableFilter } from "./table-filters.ts";
import { COLUMNS_CLASS, NUMERIC_COLUMNS } from "./table-row.tsx";

/** Chips that keep rows of one sort, with their counts, and the switch for the bookkeeping. */
export function TableChips({
  counts,
  filter,
  onFilter,
  runtimeCount,
}: {
  readonly counts: Readonly<Record<TableFilter, number>>;
  readonly filter: TableFilter;
  readonly onFilter: (filter: TableFilter) => void;
  readonly runtimeCount: number;
}): ReactElement {
  const translate = useTranslations("trace.table");
  return (
    <div
      role="group"
      aria-label={translate("filters.label")}
      className="flex min-h-9 flex-none flex-wrap items-center gap-1 border-b border-line px-4 text-12"
    >
      {TABLE_FILTERS.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={filter === value}
          onClick={() => {
            onFilter(value);
          }}
          className={classNames(
            "flex h-6 items-center gap-1.5 rounded-md px-2 hover:bg-ink/4 phone:h-11",
            filter === value ? "bg-ink/7 text-ink" : "text-ink-2",
          )}
        >
          {translate(`filters.${value}`)}
          <span className="text-ink-3 tabular-nums">{counts[value]}</span>
        </button>
      ))}
      <span className="ml-auto">
        <RuntimeSwitch count={runtimeCount} />
      </span>
    </div>
  );
}

export function TableHead(): ReactElement {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 min-w-176 border-b border-line bg-page">
      <div role="row" aria-rowindex={1} className={COLUMNS_CLASS}>
        {TABLE_COLUMNS.map((column) => (
          <ColumnHead key={column} column={column} />
        ))}
      </div>
    </div>
  );
}

function ColumnHead({ column }: { readonly column: TableColumn }): ReactElement {
  const translate = useTranslations("trace.table.columns");
  const sort = useView((view) => view.sort);
  const { changeView } = useActions();
  const chosen = sort.column === column;
  const order = sort.descending ? "descending" : "ascending";
  return (
    <div role="columnheader" aria-sort={chosen ? order : "none"} className="min-w-0">
      <button
        type="button"
        onClick={() => {
          // Numbers start with the largest.
          const descending = chosen ? !sort.descending : NUMERIC_COLUMNS.has(column);
          changeView({ sort: { column, descending } });
        }}
        className={classNames(
          "flex h-6.5 w-full items-center gap-1 text-11 -outline-offset-2 hover:text-ink phone:h-11",
          NUMERIC_COLUMNS.has(column) && "justify-end",
          chosen ? "text-ink" : "text-ink-3",
        )}
      >
        <span className="truncate">{translate(column)}</span>
        {chosen && <Icon icon={sort.descending ? ArrowDown : ArrowUp} size={12} />}
      </button>
    </div>
  );
}

/** The sums of the shown rows. */
export function TableFoot({ sums }: { readonly sums: RowSums }): ReactElement {
  const translate = useTranslations("trace.table");
  const format = useFormat();
  return (
    <div className="sticky bottom-0 z-10 min-w-176 border-t border-line bg-page" role="rowgroup">
      <div role="row" className={classNames(COLUMNS_CLASS, "h-8 text-12 font-semibold tabular-nums")}>
        <span role="gridcell" className="col-span-4 truncate">
          {translate("sum", { count: sums.rows })}
        </span>
        <span role="gridcell" className="text-right" title={translate("sumIs")}>
          {format.duration(sums.durationMs)}
        </span>
        <span role="gridcell" className="text-right">
          {format.tokens(sums.inTokens)}
        </span>
        <span role="gridcell" className="text-right">
          {format.tokens(sums.outTokens)}
        </span>
        <span role="gridcell" className="text-right">
          {format.cost(sums.cost)}
        </span>
      </div>
    </div>
  );
}
