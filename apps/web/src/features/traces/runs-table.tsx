"use client";
import type { Trace } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { STATUS_TONES, TONE_TEXT } from "../../ui/status.ts";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { Duration, Time } from "../../ui/time.tsx";
import { rowAfterKey } from "./row-after-key.ts";
import type { Runs } from "./use-runs.ts";

/** The rows. One tab stop: j, k, arrows, Home and End walk the runs, Enter opens one. */
export function RunsTable({
  workspace,
  runs,
}: {
  readonly workspace: string;
  readonly runs: Runs;
}): ReactElement {
  const translate = useTranslations("traces");
  const [current, setCurrent] = useState<string | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const tabStop = runs.shown.some((run) => run.id === current) ? current : (runs.shown[0]?.id ?? null);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const index = runs.shown.findIndex((run) => run.id === tabStop);
    const next = rowAfterKey(event.key, index, runs.shown.length);
    if (next === null) return;
    event.preventDefault();
    const links = body.current?.querySelectorAll<HTMLAnchorElement>("a[data-run]");
    links?.[next]?.focus();
  };

  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <table className="w-full border-separate border-spacing-0 text-12 phone:block">
        <caption className="sr-only">{translate("caption")}</caption>
        <thead className="phone:hidden">
          <tr className="text-left text-ink-3">
            <th className={`${HEAD} w-32 pl-4`}>{translate("column.status")}</th>
            <th className={HEAD}>{translate("column.run")}</th>
            <th className={`${HEAD} w-32`}>{translate("column.agent")}</th>
            <th className={`${HEAD} w-44`}>{translate("column.model")}</th>
            <th className={`${HEAD} w-24 text-right`}>{translate("column.tokens")}</th>
            <th className={`${HEAD} w-24 text-right`}>{translate("column.cost")}</th>
            <th className={`${HEAD} w-24 text-right`}>{translate("column.duration")}</th>
            <th className={`${HEAD} w-28 pr-4 text-right`}>{translate("column.started")}</th>
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown} className="phone:block">
          {runs.shown.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              href={`/w/${encodeURIComponent(workspace)}/traces/${run.id}`}
              tabStop={run.id === tabStop}
              onFocus={() => {
                setCurrent(run.id);
              }}
            />
          ))}
        </tbody>
      </table>
      <MoreRuns key={runs.shown.length} runs={runs} />
    </div>
  );
}

const HEAD = "sticky top-0 z-10 h-7 border-b border-line-strong bg-page px-2 font-normal";
const CELL =
  "h-7 max-w-0 truncate border-b border-line px-2 phone:h-auto phone:max-w-none phone:border-0 phone:p-0";

type RowProps = {
  readonly run: Trace;
  readonly href: string;
  readonly tabStop: boolean;
  readonly onFocus: () => void;
};

function RunRow({ run, href, tabStop, onFocus }: RowProps): ReactElement {
  const translate = useTranslations("traces");
  const status = useTranslations("common.status")(run.status);
  const format = useFormat();
  return (
    <tr className="relative hover:bg-ink/4 focus-within:bg-accent-soft phone:grid phone:min-h-15 phone:grid-cols-[20px_minmax(0,1fr)_auto_auto_auto] phone:items-center phone:gap-x-3 phone:border-b phone:border-line phone:px-4 phone:py-2">
      <td className={`${CELL} pl-4 phone:row-span-2 phone:self-start`}>
        <span className={`flex items-center gap-1.5 ${TONE_TEXT[STATUS_TONES[run.status]]}`}>
          <StatusGlyph status={run.status} decorative />
          <span className="phone:sr-only">{status}</span>
        </span>
      </td>
      <td className={`${CELL} text-13 phone:col-span-4`}>
        <Link
          href={href}
          data-run
          tabIndex={tabStop ? 0 : -1}
          onFocus={onFocus}
          className="block truncate text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {run.task.trim().split("\n", 1)[0] || translate("untitled")}
        </Link>
      </td>
      <td className={`${CELL} text-ink-2`}>{run.agent.name}</td>
      <td className={`${CELL} text-ink-2 phone:hidden`}>{run.models[0] ?? ""}</td>
      <td className={`${CELL} text-right phone:hidden`}>
        {format.tokens(run.totals.inputTokens + run.totals.outputTokens)}
      </td>
      <td className={`${CELL} text-right ${run.totals.cost === null ? "text-ink-3" : ""}`}>
        {format.cost(run.totals.cost)}
      </td>
      <td className={`${CELL} text-right`}>
        {run.startedAt !== null && <Duration startedAt={run.startedAt} endedAt={run.endedAt} />}
      </td>
      <td className={`${CELL} pr-4 text-right text-ink-2`}>
        <Time at={run.startedAt ?? run.createdAt} />
      </td>
    </tr>
  );
}

const MORE_AHEAD = "400px";

/** Fetches the next page shortly before the end comes into sight; also a button, for when that does not happen. */
function MoreRuns({ runs }: { readonly runs: Runs }): ReactElement | null {
  const translate = useTranslations("traces");
  const end = useRef<HTMLDivElement>(null);
  const loadMore = useRef(runs.loadMore);
  useEffect(() => {
    loadMore.current = runs.loadMore;
  });
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) loadMore.current();
      },
      { rootMargin: MORE_AHEAD },
    );
    observer.observe(end.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  if (!runs.hasMore) return null;
  return (
    <div ref={end} className="flex h-7 items-center px-4 phone:h-11">
      {runs.loadingMore ? (
        <Skeleton className="w-1/2" />
      ) : (
        <button type="button" onClick={runs.loadMore} className="text-12 text-accent">
          {translate("more")}
        </button>
      )}
    </div>
  );
}
