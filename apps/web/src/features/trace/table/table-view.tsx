"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useLog, useView } from "../state/debugger-provider.tsx";
import { LongestCallsOfRun } from "../timeline/longest-calls.tsx";
import type { TableFilter } from "./table-filters.ts";
import { TableChips } from "./table-frame.tsx";
import { TableGrid } from "./table-grid.tsx";
import { tableOf } from "./table-of.ts";

/** All entries of the run as a sortable table, to find the most expensive, slowest or failed ones. */
export function TableView({ hits }: { readonly hits: ReadonlySet<number> }): ReactElement {
  const translate = useTranslations("trace.table");
  const { sort, runtime } = useView(({ sort, runtime }) => ({ sort, runtime }));
  const { model, onlyGoals } = useLog(({ model, onlyGoals }) => ({ model, onlyGoals }));
  const [filter, setFilter] = useState<TableFilter>("all");
  const table = tableOf(model, { sort, filter, runtime, only: onlyGoals });
  const { counts, runtimeCount } = table;
  if (counts.all === 0)
    return (
      <EmptyState className="p-6" title={translate("empty")}>
        {translate("emptyHint")}
      </EmptyState>
    );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <TableChips counts={counts} filter={filter} onFilter={setFilter} runtimeCount={runtimeCount} />
      <LongestCallsOfRun className="min-h-8 flex-none border-b border-line px-4 phone:hidden" />
      <TableGrid table={table} model={model} hits={hits} />
    </div>
  );
}
