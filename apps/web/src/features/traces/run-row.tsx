"use client";
import { phaseOf } from "@goaltrace/core/log";
import { Bot, OctagonX, Repeat2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "../../ui/link.tsx";
import type { ReactElement } from "react";
import type { Format } from "../../lib/use-format.ts";
import { Icon } from "../../ui/icon.tsx";
import { getInitials } from "../../ui/shell/avatar.tsx";
import { runStatus } from "../../ui/goal-status.ts";
import { STATUS_TONES, TONE_TEXT } from "../../ui/status.ts";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { LEAST_WAIT_MS } from "../../lib/least-wait.ts";
import { Duration } from "../../ui/time.tsx";
import type { ListItem } from "./list-item.ts";

const CELL =
  "h-7 max-w-0 truncate border-b border-line px-2 phone:h-auto phone:max-w-none phone:border-0 phone:p-0";

export type RunRowProps = {
  readonly run: ListItem;
  /** Shared by the table, so that fifty rows share one clock, time zone and language. */
  readonly format: Format;
  readonly href: string;
  readonly tabStop: boolean;
  readonly selected: boolean;
  /** Whether the sub-agents are shown below the row. */
  readonly opened: boolean;
  readonly onToggle: () => void;
  readonly onFocus: () => void;
  readonly onSelect: (range: boolean) => void;
};

/** One run. The whole row links to its trace; the checkbox selects it. */
export function RunRow({
  run,
  format,
  href,
  tabStop,
  selected,
  opened,
  onToggle,
  onFocus,
  onSelect,
}: RunRowProps): ReactElement {
  const translate = useTranslations("traces");
  const agents = useTranslations("agents");
  const shownStatus = runStatus(run.status, run.errors);
  const status = useTranslations("common.status")(shownStatus);
  const phases = useTranslations("common.phase");
  const phase = phaseOf(run);
  const title = run.title || translate("untitled");
  const began = run.startedAt ?? run.createdAt;
  return (
    <tr
      data-selected={selected || undefined}
      className="group relative hover:bg-ink/4 focus-within:bg-accent-soft data-selected:bg-accent-soft data-selected:shadow-[inset_2px_0_0_var(--accent)] phone:grid phone:min-h-15 phone:grid-cols-[20px_auto_minmax(0,1fr)_auto_auto_auto] phone:items-center phone:gap-x-3 phone:border-b phone:border-line phone:px-4 phone:py-2"
    >
      <td className={`${CELL} relative z-1 pl-4 phone:hidden`}>
        <input
          type="checkbox"
          checked={selected}
          tabIndex={-1}
          aria-label={translate("select", { title })}
          onChange={() => undefined}
          onClick={(event) => {
            onSelect(event.shiftKey);
          }}
          className="block size-4 accent-accent"
        />
      </td>
      <td className={`${CELL} phone:row-span-2 phone:self-start`}>
        <span
          className={`flex items-center gap-1.5 ${shownStatus === "completed" ? "text-ink" : TONE_TEXT[STATUS_TONES[shownStatus]]}`}
        >
          <StatusGlyph status={shownStatus} decorative />
          <span
            title={run.waitingFor === null ? status : agents(`waiting.${run.waitingFor}`)}
            className="truncate phone:sr-only"
          >
            {phase === null || phase === "queued" ? status : phases(phase)}
          </span>
        </span>
      </td>
      <td className={`${CELL} text-13 phone:col-span-5`}>
        <span className="flex min-w-0 items-baseline gap-2">
          <Link
            href={href}
            data-run
            tabIndex={tabStop ? 0 : -1}
            onFocus={onFocus}
            className="block min-w-0 truncate text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {title}
          </Link>
          {run.agents > 0 && (
            <button
              type="button"
              aria-expanded={opened}
              aria-label={agents("count", { count: run.agents })}
              title={agents("count", { count: run.agents })}
              tabIndex={tabStop ? 0 : -1}
              onClick={onToggle}
              className="relative z-1 flex h-5 flex-none items-center gap-1 rounded-sm px-1 text-12 text-ink-2 hover:bg-ink/6 hover:text-ink aria-expanded:bg-ink/6 phone:h-11 phone:px-3"
            >
              <Icon icon={Bot} size={12} />
              {run.agents}
            </button>
          )}
          {run.tags.length > 0 && (
            <span className="max-w-40 flex-none truncate text-12 text-ink-3 phone:hidden">
              {run.tags.join(" · ")}
            </span>
          )}
        </span>
      </td>
      <td className={`${CELL} phone:order-1`}>
        <Marks run={run} />
      </td>
      <td className={`${CELL} text-ink-2 phone:-order-none phone:truncate`}>{run.agent}</td>
      <td className={`${CELL} text-ink-2 phone:hidden`}>{run.model}</td>
      <td className={`${CELL} phone:hidden`}>
        {run.personName !== null && (
          <span
            title={run.personName}
            className="grid size-5 place-items-center rounded-full bg-ink/8 text-[10px] font-semibold text-ink-2"
          >
            <span aria-hidden="true">{getInitials(run.personName)}</span>
            <span className="sr-only">{run.personName}</span>
          </span>
        )}
      </td>
      <td className={`${CELL} text-right phone:hidden`}>{run.calls === 0 ? "–" : format.count(run.calls)}</td>
      <td className={`${CELL} text-right phone:hidden`}>
        {run.calls === 0 ? "–" : format.tokens(run.tokens)}
      </td>
      <td className={`${CELL} text-right phone:order-2 ${run.cost === null ? "text-ink-3" : ""}`}>
        {format.spent(run.cost, run.calls)}
      </td>
      <td className={`${CELL} text-right phone:order-3`}>
        <RunDuration run={run} format={format} />
      </td>
      <td className={`${CELL} pr-4 text-right text-ink-2 phone:order-4`}>
        <time dateTime={new Date(began).toISOString()} title={format.momentFully(began)}>
          {format.moment(began)}
        </time>
      </td>
    </tr>
  );
}

/** How long the run worked; the tooltip also shows how long it waited. */
function RunDuration({ run, format }: Pick<RunRowProps, "run" | "format">): ReactElement | null {
  const translate = useTranslations("common.length");
  const { startedAt, endedAt, workedMs, waitedMs } = run;
  if (startedAt === null) return null;
  const isWaiting = run.status === "waiting";
  if (endedAt === null && !isWaiting) return <Duration startedAt={run.createdAt + waitedMs} endedAt={null} />;
  const worked = format.duration(workedMs);
  const waited = format.duration(waitedMs);
  return (
    <span
      title={translate(waitedMs < LEAST_WAIT_MS ? "worked" : "workedAndWaited", { worked, waited })}
      className="whitespace-nowrap"
    >
      {worked}
    </span>
  );
}

/** Counts of problems in a run, as icons with labels, never color alone. */
function Marks({ run }: { readonly run: ListItem }): ReactElement | null {
  const translate = useTranslations("traces.mark");
  if (run.errors + run.loops + run.givenUp === 0) return null;
  return (
    <span className="flex items-center gap-2">
      {run.errors > 0 && (
        <span
          className="flex items-center gap-1 text-error"
          title={translate("errors", { count: run.errors })}
        >
          <Icon icon={OctagonX} size={12} />
          <span aria-hidden="true">{run.errors}</span>
          <span className="sr-only">{translate("errors", { count: run.errors })}</span>
        </span>
      )}
      {run.loops > 0 && (
        <span className="flex items-center gap-1 text-warn" title={translate("loops", { count: run.loops })}>
          <Icon icon={Repeat2} size={12} />
          <span aria-hidden="true">{run.loops}</span>
          <span className="sr-only">{translate("loops", { count: run.loops })}</span>
        </span>
      )}
      {run.givenUp > 0 && (
        <span
          className="flex items-center gap-1 text-ink-2"
          title={translate("givenUp", { count: run.givenUp })}
        >
          <StatusGlyph status="abandoned" size={12} decorative />
          <span aria-hidden="true">{run.givenUp}</span>
          <span className="sr-only">{translate("givenUp", { count: run.givenUp })}</span>
        </span>
      )}
    </span>
  );
}
