"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useTimeZone } from "../../lib/use-now.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { AgentBudgets } from "./agent-budgets.tsx";
import { Budget } from "./budget.tsx";
import { Charts } from "./charts.tsx";
import { Limits } from "./limits.tsx";
import { listDays, toCsv } from "./usage-data.ts";
import type { Grouping, Usage } from "./usage-data.ts";
import { UsageSkeleton } from "./usage-skeleton.tsx";
import { GROUPINGS, RANGES, readUsageAddress, usageSpan } from "./usage-range.ts";
import { UsageTable } from "./usage-table.tsx";

export type UsagePageProps = {
  readonly workspace: string;
  /** The time of the page request, in milliseconds since the epoch. The first query matches the one that the server prefetched. */
  readonly askedAt: number;
};

/** The cost, usage and success of runs by day. Range and grouping are in the URL. */
export function UsagePage({ workspace, askedAt }: UsagePageProps): ReactElement {
  const translate = useTranslations("usage");
  const api = useTRPC();
  const parameters = useSearchParams();
  const { days: range, by } = readUsageAddress(parameters);
  const timeZone = useTimeZone();
  const span = useMemo(() => usageSpan(Number(range), { askedAt, timeZone }), [range, askedAt, timeZone]);
  const usage = useQuery(
    api.usage.get.queryOptions({ workspace, ...span, timeZone, by }, { placeholderData: keepPreviousData }),
  );
  const change = (name: string, value: string): void => {
    const next = new URLSearchParams(parameters);
    next.set(name, value);
    window.history.replaceState(null, "", `?${next.toString()}`);
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PageBar
        title={translate("title")}
        actions={
          <>
            <Segmented
              label={translate("range")}
              value={range}
              onChange={(next) => {
                change("days", next);
              }}
              segments={RANGES.map((value) => ({
                value,
                label: translate("days", { count: Number(value) }),
              }))}
            />
            <Button
              icon={Download}
              className="phone:hidden"
              disabled={usage.data === undefined}
              onClick={() => {
                if (usage.data) saveCsv(usage.data, by);
              }}
            >
              {translate("export")}
            </Button>
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto pb-8" aria-busy={usage.isPlaceholderData}>
        <Body
          workspace={workspace}
          usage={usage.data}
          error={usage.error}
          onRetry={() => void usage.refetch()}
          range={{ ...span, timeZone }}
          by={by}
          hours={Number(range) * 24}
          onGroup={(next) => {
            change("by", next);
          }}
        />
        <Budget workspace={workspace} />
        <AgentBudgets workspace={workspace} />
        <Limits workspace={workspace} />
      </div>
    </div>
  );
}

type BodyProps = {
  readonly workspace: string;
  readonly usage: Usage | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly range: { readonly from: number; readonly to: number; readonly timeZone: string };
  readonly by: Grouping;
  readonly hours: number;
  readonly onGroup: (by: string) => void;
};

function Body({ workspace, usage, error, onRetry, range, by, hours, onGroup }: BodyProps): ReactElement {
  const translate = useTranslations("usage");
  if (usage === undefined && error !== null) {
    return <LoadFailed query={{ error, refetch: onRetry }} title={translate("error.title")} />;
  }
  if (usage === undefined) return <UsageSkeleton />;
  if (usage.total.runs === 0) {
    return (
      <EmptyState
        className="p-6"
        title={translate("empty.title")}
        action={
          <ButtonLink href={`/w/${encodeURIComponent(workspace)}/chat`}>
            {translate("empty.action")}
          </ButtonLink>
        }
      >
        {translate("empty.text")}
      </EmptyState>
    );
  }
  return (
    <>
      <Charts
        workspace={workspace}
        days={listDays(usage, range)}
        total={usage.total}
        timeZone={range.timeZone}
      />
      <div className="px-4 pt-4 pb-2">
        <Segmented
          label={translate("grouping")}
          value={by}
          onChange={onGroup}
          segments={GROUPINGS.map((value) => ({ value, label: translate(`group.${value}`) }))}
        />
      </div>
      {usage.groups.length === 0 ? (
        <p className="px-4 text-12 text-ink-2">{translate("noGroups")}</p>
      ) : (
        <UsageTable workspace={workspace} by={by} groups={usage.groups} started={`${hours}h`} />
      )}
    </>
  );
}

function saveCsv(usage: Usage, by: string): void {
  const rows = [...usage.days.map((day) => ({ ...day, label: day.day })), ...usage.groups];
  const url = URL.createObjectURL(new Blob([toCsv(rows)], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `usage-by-${by}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
