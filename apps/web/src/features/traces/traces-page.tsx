"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { Histogram } from "./histogram.tsx";
import { ImportButton } from "./import-button.tsx";
import type { Figures } from "./list-item.ts";
import { RunsTable } from "./runs-table.tsx";
import { NO_FILTER } from "./trace-filter.ts";
import { useFilter } from "./use-filter.ts";
import { useRuns } from "./use-runs.ts";
import type { Runs } from "./use-runs.ts";
import { useSelection } from "./use-selection.ts";
import { ViewTabs } from "./view-tabs.tsx";

const SKELETON_ROWS = 20;

export type TracesPageProps = {
  readonly workspace: string;
  /** The time of the page request, in milliseconds since the epoch. */
  readonly askedAt: number;
};

/** All runs of a workspace, newest first, updated live. The filter is in the URL. */
export function TracesPage({ workspace, askedAt }: TracesPageProps): ReactElement {
  const translate = useTranslations("traces");
  const api = useTRPC();
  const { filter, query, address, change, open } = useFilter(askedAt);
  const runs = useRuns(workspace, query);
  const selection = useSelection(runs.shown);
  const { data: figures, isPlaceholderData } = useQuery(
    api.traces.figures.queryOptions({ workspace, query }, { placeholderData: keepPreviousData }),
  );
  const { data: facets } = useQuery(api.traces.facets.queryOptions({ workspace }));
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <PageBar
        title={translate("title")}
        actions={
          <>
            <ImportButton workspace={workspace} />
            <ButtonLink href={`/w/${encodeURIComponent(workspace)}/chat`} className="phone:hidden">
              {translate("newRun")}
            </ButtonLink>
          </>
        }
      >
        <span className="min-w-0 phone:hidden">
          <ViewTabs workspace={workspace} address={address} onOpen={open} />
        </span>
      </PageBar>
      <div className="hidden flex-none border-b border-line px-2 phone:block">
        <ViewTabs workspace={workspace} address={address} onOpen={open} />
      </div>
      <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <FilterBar filter={filter} facets={facets} onChange={change} />
        <Totals summary={figures?.summary} />
      </div>
      {(figures === undefined || isPlaceholderData || figures.summary.runs > 0 || address !== "") && (
        <Histogram
          bars={figures?.bars}
          onChoose={(bounds) => {
            change({ ...filter, started: { kind: "between", ...bounds } });
          }}
        />
      )}
      <RunsBody
        workspace={workspace}
        filtered={address !== ""}
        runs={runs}
        selection={selection}
        onClear={() => {
          change(NO_FILTER);
        }}
      />
      <BulkBar workspace={workspace} selection={selection} />
    </div>
  );
}

/**
 * The totals of the list: `214 runs, $18.400, 86% completed`. When a text matches many runs, the totals exclude old runs and show their
 * start time.
 */
function Totals({ summary }: { readonly summary: Figures["summary"] | undefined }): ReactElement | null {
  const translate = useTranslations("traces.totals");
  const format = useFormat();
  if (summary === undefined || summary.runs === 0) return null;
  const { runs, since, unpriced } = summary;
  const cost = summary.cost === null ? translate("costUnknown") : format.cost(summary.cost);
  const totals = translate("text", {
    runs,
    cost: unpriced > 0 && summary.cost !== null ? translate("atLeast", { cost }) : cost,
    share:
      summary.ended === 0
        ? translate("noneEnded")
        : translate("completed", { share: format.share(summary.completed / summary.ended) }),
  });
  const notes = [
    ...(since === null ? [] : [translate("sinceWhy", { moment: format.momentFully(since) })]),
    ...(unpriced > 0 ? [translate("unpriced", { count: unpriced })] : []),
  ];
  return (
    <p
      className="flex-none text-12 text-ink-2 phone:hidden"
      title={notes.length > 0 ? notes.join(" ") : undefined}
    >
      {since === null ? totals : translate("since", { moment: format.moment(since), totals })}
    </p>
  );
}

type BodyProps = {
  readonly workspace: string;
  readonly filtered: boolean;
  readonly runs: Runs;
  readonly selection: ReturnType<typeof useSelection>;
  readonly onClear: () => void;
};

function RunsBody({ workspace, filtered, runs, selection, onClear }: BodyProps): ReactElement {
  const translate = useTranslations("traces");
  if (runs.status === "pending") return <SkeletonRows rows={SKELETON_ROWS} className="px-4 pt-7" />;
  if (runs.status === "error" && runs.shown.length === 0) {
    return <LoadFailed query={{ error: runs.error, refetch: runs.retry }} title={translate("error.title")} />;
  }
  return (
    <>
      {runs.newerCount > 0 && (
        <button
          type="button"
          onClick={runs.showNewer}
          className="h-7 w-full flex-none border-b border-line text-12 text-accent hover:bg-accent-soft phone:h-11"
        >
          {translate("newer", { count: runs.newerCount })}
        </button>
      )}
      <p role="status" className="sr-only">
        {runs.newerCount > 0 ? translate("newerWaiting", { count: runs.newerCount }) : null}
      </p>
      {runs.shown.length === 0 ? (
        <NoRuns workspace={workspace} filtered={filtered} onClear={onClear} />
      ) : (
        <RunsTable workspace={workspace} runs={runs} selection={selection} />
      )}
    </>
  );
}

function NoRuns({
  workspace,
  filtered,
  onClear,
}: Pick<BodyProps, "workspace" | "filtered" | "onClear">): ReactElement {
  const translate = useTranslations("traces");
  if (filtered) {
    return (
      <EmptyState
        className="p-6"
        title={translate("noMatch.title")}
        action={<Button onClick={onClear}>{translate("noMatch.action")}</Button>}
      >
        {translate("noMatch.text")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      className="p-6"
      title={translate("empty.title")}
      action={
        <ButtonLink href={`/w/${encodeURIComponent(workspace)}/chat`}>{translate("empty.action")}</ButtonLink>
      }
    >
      {translate("empty.text")}
    </EmptyState>
  );
}
