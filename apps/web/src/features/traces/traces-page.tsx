"use client";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import type { ReactElement } from "react";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { readRunFilter, RUN_FILTERS, runFilterHref } from "./run-filter.ts";
import type { RunFilter } from "./run-filter.ts";
import { RunsTable } from "./runs-table.tsx";
import { useRuns } from "./use-runs.ts";
import type { Runs } from "./use-runs.ts";

const SKELETON_ROWS = 16;

/** All runs of a workspace, newest first, live. The filter is in the address. */
export function TracesPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("traces");
  const filter = readRunFilter(useSearchParams());
  const runs = useRuns(workspace, filter);
  return (
    <>
      <PageBar title={translate("title")} />
      <div className="flex h-11 flex-none items-center gap-2 overflow-x-auto border-b border-line px-4 phone:h-14">
        <Segmented
          label={translate("filter.label")}
          value={filter}
          onChange={(next) => {
            window.history.replaceState(null, "", runFilterHref(next));
          }}
          segments={RUN_FILTERS.map((value) => ({ value, label: translate(`filter.${value}`) }))}
        />
      </div>
      <RunsBody workspace={workspace} filter={filter} runs={runs} />
    </>
  );
}

type BodyProps = { readonly workspace: string; readonly filter: RunFilter; readonly runs: Runs };

function RunsBody({ workspace, filter, runs }: BodyProps): ReactElement {
  const translate = useTranslations("traces");
  if (runs.status === "pending") return <SkeletonRows rows={SKELETON_ROWS} className="px-4 pt-7" />;
  if (runs.status === "error" && runs.shown.length === 0) {
    return (
      <ErrorState
        className="p-6"
        title={translate("error.title")}
        happened={runs.error?.message ?? translate("error.unknown")}
        action={<Button onClick={runs.retry}>{translate("error.retry")}</Button>}
      />
    );
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
        <NoRuns workspace={workspace} filter={filter} />
      ) : (
        <RunsTable workspace={workspace} runs={runs} />
      )}
    </>
  );
}

function NoRuns({ workspace, filter }: Pick<BodyProps, "workspace" | "filter">): ReactElement {
  const translate = useTranslations("traces");
  if (filter !== "all") {
    return (
      <EmptyState
        className="p-6"
        title={translate("noMatch.title")}
        action={<ButtonLink href={runFilterHref("all")}>{translate("noMatch.action")}</ButtonLink>}
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
