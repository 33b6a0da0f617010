"use client";
import { useTranslations } from "next-intl";
import { Fragment, useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { useCommands } from "../../lib/commands/use-commands.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import type { AgentsOfRunProps } from "./agents-of-run.tsx";
import { focusRows } from "./focus-rows.ts";
import { rowAfterMove } from "./row-after-move.ts";
import { RunRow } from "./run-row.tsx";
import { ROW_COMMANDS } from "./runs-commands.ts";
import type { RowActions, RowMove } from "./runs-commands.ts";
import type { Runs } from "./use-runs.ts";
import type { Selection } from "./use-selection.ts";

export type RunsTableProps = {
  readonly workspace: string;
  readonly runs: Runs;
  readonly selection: Selection;
};

/** Few people open the sub-agents of a run, so their code loads when it is needed. */
const AgentsOfRun = onDemand<AgentsOfRunProps>(async () => (await import("./agents-of-run.tsx")).AgentsOfRun);

const NONE: ReadonlySet<string> = new Set();

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The rows, as one tab stop: `runs-commands.ts` has the keys that move between rows and select them. */
export function RunsTable({ workspace, runs, selection }: RunsTableProps): ReactElement {
  const translate = useTranslations("traces");
  const [current, setCurrent] = useState<string | null>(null);
  const [opened, setOpened] = useState(NONE);
  const body = useRef<HTMLTableSectionElement>(null);
  const format = useFormat();
  const tabStop = runs.shown.some((run) => run.id === current) ? current : (runs.shown[0]?.id ?? null);
  const choose = (id: string, range: boolean): void => {
    if (range) selection.extendTo(id);
    else selection.toggle(id);
  };

  const moveTo = (to: RowMove, extend: boolean): void => {
    if (tabStop === null) return;
    const index = runs.shown.findIndex((run) => run.id === tabStop);
    const next = rowAfterMove(to, index, runs.shown.length);
    const target = runs.shown[next];
    if (extend && target) {
      if (!selection.ids.has(tabStop)) selection.toggle(tabStop);
      selection.extendTo(target.id);
    }
    const links = body.current?.querySelectorAll<HTMLAnchorElement>("a[data-run]");
    links?.[next]?.focus();
  };
  const actions: RowActions | null =
    tabStop === null
      ? null
      : {
          move: (to) => moveTo(to, false),
          extend: (to) => moveTo(to, true),
          choose: () => choose(tabStop, false),
          chooseUpTo: () => choose(tabStop, true),
          hasSelection: selection.ids.size > 0,
          clear: selection.clear,
        };
  useCommands(ROW_COMMANDS, { context: actions, element: body });
  // The keys of the rows work at once, unless the person is already somewhere else.
  useEffect(() => {
    if (document.activeElement === document.body) focusRows();
  }, []);

  return (
    <div
      className={`min-h-0 flex-1 overflow-auto ${selection.ids.size > 0 ? "pb-16" : ""}`}
      aria-busy={runs.stale}
    >
      <table className="w-full min-w-240 table-fixed border-separate border-spacing-0 text-12 phone:block phone:min-w-0">
        <caption className="sr-only">{translate("caption")}</caption>
        <HeadRow runs={runs} selection={selection} />
        <tbody ref={body} className="phone:block">
          {runs.shown.map((run) => (
            <Fragment key={run.id}>
              <RunRow
                run={run}
                format={format}
                href={`/w/${encodeURIComponent(workspace)}/traces/${run.id}`}
                tabStop={run.id === tabStop}
                selected={selection.ids.has(run.id)}
                opened={opened.has(run.id)}
                onToggle={() => {
                  setOpened((before) => toggled(before, run.id));
                }}
                onFocus={() => {
                  setCurrent(run.id);
                }}
                onSelect={(range) => {
                  choose(run.id, range);
                }}
              />
              {opened.has(run.id) && <AgentsOfRun workspace={workspace} traceId={run.id} />}
            </Fragment>
          ))}
        </tbody>
      </table>
      <MoreRuns key={runs.shown.length} runs={runs} />
    </div>
  );
}

const HEAD = "sticky top-0 z-10 h-7 border-b border-line-strong bg-page px-2 font-normal";

function HeadRow({ runs, selection }: Pick<RunsTableProps, "runs" | "selection">): ReactElement {
  const translate = useTranslations("traces");
  const all = runs.shown.length > 0 && selection.ids.size === runs.shown.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selection.ids.size > 0 && !all;
  });
  return (
    <thead className="phone:hidden">
      <tr className="text-left text-ink-3">
        <th scope="col" className={`${HEAD} w-10 pl-4`}>
          <input
            ref={box}
            type="checkbox"
            checked={all}
            aria-label={translate("selectAll")}
            onChange={(event) => {
              selection.setAll(event.target.checked);
            }}
            className="block size-4 accent-accent"
          />
        </th>
        <th scope="col" className={`${HEAD} w-46`}>
          {translate("column.status")}
        </th>
        <th scope="col" className={HEAD}>
          {translate("column.run")}
        </th>
        <th scope="col" className={`${HEAD} w-30`}>
          {translate("column.marks")}
        </th>
        <th scope="col" className={`${HEAD} w-24`}>
          {translate("column.agent")}
        </th>
        <th scope="col" className={`${HEAD} w-40`}>
          {translate("column.model")}
        </th>
        <th scope="col" className={`${HEAD} w-12`}>
          {translate("column.by")}
        </th>
        <th scope="col" className={`${HEAD} w-16 text-right`}>
          {translate("column.calls")}
        </th>
        <th scope="col" className={`${HEAD} w-20 text-right`}>
          {translate("column.tokens")}
        </th>
        <th scope="col" className={`${HEAD} w-20 text-right`}>
          {translate("column.cost")}
        </th>
        <th scope="col" className={`${HEAD} w-24 text-right`}>
          {translate("column.duration")}
        </th>
        <th scope="col" className={`${HEAD} w-28 pr-4 text-right`} aria-sort="descending">
          {translate("column.started")}
        </th>
      </tr>
    </thead>
  );
}

const MORE_AHEAD = "400px";

/** Fetches the next page shortly before the end is visible. Also a button, in case that does not happen. */
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
