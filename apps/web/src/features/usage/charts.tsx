"use client";
import { parseBudget } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Chart } from "./chart.tsx";
import { cacheShare, successShare } from "./usage-data.ts";
import { dayHref } from "./usage-range.ts";
import type { Day, Figures, Usage } from "./usage-data.ts";

/** Six small multiples over the days of the range. */
export function Charts({
  workspace,
  days,
  total,
  timeZone,
}: {
  readonly workspace: string;
  readonly timeZone: string;
  readonly days: readonly Day[];
  readonly total: Usage["total"];
}): ReactElement {
  const translate = useTranslations("usage.chart");
  const format = useFormat();
  const dayName = useDayName();
  const dailyValues = (read: (figures: Figures) => number | null): (number | null)[] =>
    days.map(({ figures }) => (figures === null ? null : read(figures)));
  const most = (values: readonly (number | null)[]): number =>
    Math.max(0, ...values.map((value) => value ?? 0));
  const cost = dailyValues((day) => day.cost);
  const runs = dailyValues((day) => day.runs);
  const tokens = dailyValues((day) => day.inputTokens + day.outputTokens);
  const median = dailyValues((day) => day.p50Ms);
  const slow = dailyValues((day) => day.p95Ms);
  const ends = { firstDay: dayName(days[0]?.day), lastDay: dayName(days.at(-1)?.day) };
  const label =
    (values: readonly (number | null)[], write: (value: number | null) => string) => (index: number) =>
      translate("day", {
        day: dayName(days[index]?.day),
        value: days[index]?.figures === null ? translate("noRuns") : write(values[index] ?? null),
      });
  const budget = useDollarBudget(workspace);
  const mostCost = Math.max(most(cost), budget ?? 0);
  const reached = budget === null ? 0 : cost.filter((value) => value !== null && value >= budget).length;
  const costNote =
    total.unpriced > 0 ? translate("unpriced", { count: total.unpriced }) : translate("allPriced");
  const links = days.map(({ day, figures }) => (figures === null ? null : dayHref(workspace, day, timeZone)));
  const success = dailyValues(successShare);
  const cached = dailyValues(cacheShare);
  return (
    <div className="grid grid-cols-3 border-t-0 max-[1080px]:grid-cols-2 phone:grid-cols-1">
      <Chart
        {...ends}
        kind="bars"
        title={translate("cost")}
        total={
          total.cost === null
            ? translate("costUnknown")
            : total.unpriced > 0
              ? translate("atLeast", { cost: format.cost(total.cost) })
              : format.cost(total.cost)
        }
        note={
          budget === null ? costNote : translate("budget", { budget: format.cost(budget), days: reached })
        }
        series={[{ values: cost }]}
        top={mostCost}
        topLabel={mostCost > 0 ? format.cost(mostCost) : ""}
        limit={budget}
        links={links}
        dayLabel={label(cost, (value) => (value === null ? translate("costUnknown") : format.cost(value)))}
      />
      <Chart
        {...ends}
        kind="bars"
        title={translate("runs")}
        total={format.count(total.runs)}
        note={translate("outcomes", {
          completed: total.completed,
          failed: total.failed,
          other: total.ended - total.completed - total.failed,
        })}
        series={[{ values: runs }]}
        links={links}
        top={most(runs)}
        topLabel={format.count(most(runs))}
        dayLabel={label(runs, format.count)}
      />
      <Chart
        {...ends}
        kind="line"
        title={translate("success")}
        total={format.share(successShare(total))}
        note={translate("ofEnded", { count: total.ended })}
        series={[{ values: success }]}
        top={1}
        topLabel={format.share(1)}
        dayLabel={label(success, format.share)}
      />
      <Chart
        {...ends}
        kind="line"
        title={translate("cache")}
        total={format.share(cacheShare(total))}
        note={translate("cachedOf", {
          cached: format.tokens(total.cachedTokens),
          all: format.tokens(total.inputTokens),
        })}
        series={[{ values: cached }]}
        top={1}
        topLabel={format.share(1)}
        dayLabel={label(cached, format.share)}
      />
      <Chart
        {...ends}
        kind="bars"
        title={translate("tokens")}
        total={translate("inOut", {
          input: format.tokens(total.inputTokens),
          output: format.tokens(total.outputTokens),
        })}
        note={translate("tokensNote")}
        series={[{ values: tokens }]}
        links={links}
        top={most(tokens)}
        topLabel={format.tokens(most(tokens))}
        dayLabel={label(tokens, format.tokens)}
      />
      <Chart
        {...ends}
        kind="line"
        title={translate("time")}
        total={translate("median", { value: format.duration(total.p50Ms) })}
        note={translate("p95", { value: format.duration(total.p95Ms) })}
        series={[{ values: median }, { values: slow, dashed: true }]}
        top={most(slow)}
        topLabel={most(slow) > 0 ? format.duration(most(slow)) : ""}
        dayLabel={label(median, format.duration)}
      />
    </div>
  );
}

/** Returns the budget of the workspace for a day in dollars; null without one. */
function useDollarBudget(workspace: string): number | null {
  const { data } = useQuery(useTRPC().budgets.get.queryOptions({ workspace }));
  const parsed = parseBudget(data?.budget ?? "");
  return "budget" in parsed ? (parsed.budget.usd ?? null) : null;
}

/** Formats `2026-11-20` as `20 Nov`. */
function useDayName(): (day: string | undefined) => string {
  const locale = useLocale();
  const name = new Intl.DateTimeFormat(locale === "zh" ? "zh-CN" : "en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  return (day) => (day === undefined ? "" : name.format(new Date(`${day}T00:00:00Z`)));
}
