"use client";
import { useTranslations } from "next-intl";
import { Link } from "../../ui/link.tsx";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { cacheShare, successShare } from "./usage-data.ts";
import type { Grouping, Usage } from "./usage-data.ts";

const HEAD = "h-7 border-b border-line-strong px-2 font-normal";
const CELL = "h-7 border-b border-line px-2 whitespace-nowrap";

export type UsageTableProps = {
  readonly workspace: string;
  readonly by: Grouping;
  readonly groups: Usage["groups"];
  readonly started: string;
};

/** The usage of each agent, model, person or tag. Each name links to its runs. */
export function UsageTable({ workspace, by, groups, started }: UsageTableProps): ReactElement {
  const translate = useTranslations("usage");
  const format = useFormat();
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={translate("table")}>
      <table className="w-full border-separate border-spacing-0 text-12">
        <caption className="sr-only">{translate("table")}</caption>
        <thead>
          <tr className="text-right text-ink-3">
            <th scope="col" className={`${HEAD} pl-4 text-left`}>
              {translate(`by.${by}`)}
            </th>
            <th scope="col" className={HEAD}>
              {translate("column.runs")}
            </th>
            <th scope="col" className={HEAD}>
              {translate("column.completed")}
            </th>
            <th scope="col" className={HEAD} aria-sort="descending">
              {translate("column.cost")}
            </th>
            <th scope="col" className={HEAD}>
              {translate("column.costARun")}
            </th>
            <th scope="col" className={HEAD}>
              {translate("column.input")}
            </th>
            <th scope="col" className={HEAD}>
              {translate("column.output")}
            </th>
            <th scope="col" className={HEAD}>
              {translate("column.cache")}
            </th>
            <th scope="col" className={HEAD}>
              {translate("column.median")}
            </th>
            <th scope="col" className={`${HEAD} pr-4`}>
              {translate("column.p95")}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const priced = group.runs - group.unpriced;
            const unknown = group.cost === null;
            const cost = unknown ? translate("unknown") : format.cost(group.cost);
            return (
              <tr key={group.key} className="text-right hover:bg-ink/4">
                <th scope="row" className={`${CELL} pl-4 text-left text-13 font-normal`}>
                  <Link
                    href={`/w/${encodeURIComponent(workspace)}/traces?${new URLSearchParams({ [by]: group.key, started }).toString()}`}
                    className="hover:underline"
                  >
                    {group.label || translate("unnamed")}
                  </Link>
                </th>
                <td className={CELL}>{format.count(group.runs)}</td>
                <td className={CELL}>{format.share(successShare(group))}</td>
                <td
                  className={`${CELL} ${unknown ? "text-ink-3" : ""}`}
                  title={
                    group.unpriced > 0 ? translate("chart.unpriced", { count: group.unpriced }) : undefined
                  }
                >
                  {!unknown && group.unpriced > 0 ? translate("atLeast", { cost }) : cost}
                </td>
                <td className={`${CELL} text-ink-2`}>
                  {group.cost === null || priced === 0
                    ? translate("unknown")
                    : format.cost(group.cost / priced)}
                </td>
                <td className={`${CELL} text-ink-2`}>{format.tokens(group.inputTokens)}</td>
                <td className={`${CELL} text-ink-2`}>{format.tokens(group.outputTokens)}</td>
                <td className={`${CELL} text-ink-2`}>{format.share(cacheShare(group))}</td>
                <td className={`${CELL} text-ink-2`}>{format.duration(group.p50Ms)}</td>
                <td className={`${CELL} pr-4 text-ink-2`}>{format.duration(group.p95Ms)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
