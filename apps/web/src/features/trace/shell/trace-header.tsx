"use client";
import type { AgentSnapshot } from "@goaltrace/core/log";
import { isTerminal } from "@goaltrace/core/log";
import type { TraceStatus } from "@goaltrace/core/log";
import { ArrowLeft, CircleHelp, Download, History, Radio } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRef } from "react";
import type { ReactElement, ReactNode } from "react";
import { waitValues } from "../../../lib/call-wait.ts";
import { classNames } from "../../../lib/class-names.ts";
import { keyHint } from "../../../lib/commands/key-hint.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { PhaseBadge } from "../../../ui/phase-badge.tsx";
import { PauseButton } from "../../../ui/pause-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { WaitingNote } from "../../../ui/waiting-note.tsx";
import { useLog, useRun } from "../state/debugger-provider.tsx";
import { Ancestors } from "../header/ancestors.tsx";
import { RouteFact, StrategyFact } from "../header/strategy-facts.tsx";
import { ConversationLink } from "../header/conversation-link.tsx";
import { RunStatusBadge } from "../parts/run-status-badge.tsx";
import { RunLength } from "../header/run-length.tsx";
import { PhoneMenu } from "../header/phone-menu.tsx";
import { Rating } from "../header/rating.tsx";
import { Share } from "../header/share.tsx";
import { StopOrRetry } from "../header/stop-or-retry.tsx";
import { Tags } from "../header/tags.tsx";
import { TreeTotals } from "../header/tree-totals.tsx";
import { TreeMenu } from "../header/tree-menu.tsx";
import { startOf } from "../state/run-state.ts";
import { costOfAllTurns } from "../state/turn-cost.ts";
import { hasEnded } from "../state/trace-model.ts";
import { useIsTreeAsking } from "../state/use-page-tree.ts";
import { useCallWait } from "../state/live-outputs.ts";
import { RUN_COMMANDS } from "./run-commands.ts";
import { useClock } from "../parts/use-clock.ts";

export type TraceHeaderProps = {
  readonly following: boolean;
  readonly onFollow: (following: boolean) => void;
  /** Shows why the run ended. */
  readonly onWhy: () => void;
};

/** The header of the run: its title, status, totals and actions. */
export function TraceHeader({ following, onFollow, onWhy }: TraceHeaderProps): ReactElement {
  const translate = useTranslations("trace.header");
  const { workspace } = useRun();
  // The actions apply to the run as it is now; everything else is as of the displayed moment. The record of an active run is another one with each
  // entry, so the header reads only what it shows itself.
  const { id, task, status, isActive, isExplained, isNow } = useLog(
    ({ trace, presentTrace: present, isNow }) => ({
      ...{ id: trace.id, task: trace.task, status: trace.status, isNow },
      isActive: !isTerminal(present.status),
      isExplained: hasExplanation(present.status, present.totals.errors),
    }),
  );
  const wait = useCallWait();
  const exportForm = useRef<HTMLFormElement>(null);
  const base = `/w/${encodeURIComponent(workspace)}`;
  return (
    <>
      <header className="flex min-h-14 flex-none items-center gap-4 border-b border-line px-4 py-1 phone:flex-col phone:items-stretch phone:gap-0">
        {/* On a phone the title has the width to itself, and the status leads the line of facts. */}
        <div className="min-w-0 flex-1 phone:flex phone:flex-none phone:flex-wrap phone:items-center phone:gap-x-3">
          <div className="flex min-w-0 items-center gap-2 phone:contents">
            <Link
              href={`${base}/traces`}
              aria-label={translate("toTraces")}
              className="-mr-2 -ml-3 hidden size-11 flex-none place-items-center text-ink-2 phone:grid"
            >
              <Icon icon={ArrowLeft} size={16} />
            </Link>
            <Link href={`${base}/traces`} className="flex-none text-ink-2 hover:text-ink phone:hidden">
              {translate("traces")}
            </Link>
            <span aria-hidden="true" className="text-ink-3 phone:hidden">
              ›
            </span>
            <Ancestors />
            <h1
              title={task}
              className="min-w-0 truncate text-15 font-semibold phone:line-clamp-2 phone:basis-[calc(100%-56px)] phone:leading-5 phone:whitespace-normal"
            >
              {task.trim().split("\n", 1)[0] || translate("untitled")}
            </h1>
            <RunStatusBadge />
            {/* On a phone the request that the run waits for is on the same page. */}
            <span className={status === "waiting" ? "contents phone:hidden" : "contents"}>
              <Phase />
            </span>
          </div>
          {/* Facts that do not fit on the line wrap out of sight, so that none is cut; on a phone, where few fit, the line scrolls to them. */}
          <div className="flex h-6 flex-wrap gap-x-4 overflow-hidden text-12 leading-6 whitespace-nowrap text-ink-2 phone:min-w-0 phone:flex-1 phone:relative phone:-my-2.5 phone:h-11 phone:flex-nowrap phone:items-center phone:gap-x-3 phone:overflow-x-auto phone:overflow-y-hidden phone:[scrollbar-width:none]">
            {/* It appears and disappears while the run works, so it has no separate line. */}
            {isNow && status === "running" && wait !== null && (
              <span className="flex-none text-wait">
                {translate(
                  wait.kind === "quota" ? "waitingForQuota" : "waitingForEndpoint",
                  waitValues(wait),
                )}
              </span>
            )}
            <Facts />
            <span className="flex h-6 flex-none items-center gap-1 phone:hidden">
              <code className="max-w-16 truncate font-mono text-11" title={id}>
                {id}
              </code>
              <CopyButton text={id} label={translate("copyId")} />
            </span>
            <Tags />
          </div>
        </div>
        <span className="flex flex-none items-center gap-1 phone:-ml-3 phone:gap-0">
          {isExplained && (
            <Button variant="ghost" icon={CircleHelp} onClick={onWhy}>
              <span className="phone:sr-only">{translate("why")}</span>
            </Button>
          )}
          <TreeMenu />
          <ConversationLink />
          <Controls />
          {isActive && (
            <IconButton
              label={translate("follow")}
              icon={Radio}
              shortcut={keyHint(RUN_COMMANDS, "run.follow")}
              pressed={following}
              onClick={() => {
                onFollow(!following);
              }}
            />
          )}
          <Rating />
          <Share />
          {/* A form: an export is recorded in the audit log, and a GET request must not change anything. */}
          <form
            ref={exportForm}
            method="post"
            action={`/api/w/${encodeURIComponent(workspace)}/traces/export`}
            className="phone:hidden"
          >
            <input type="hidden" name="ids" value={id} />
            <Button type="submit" variant="ghost" icon={Download}>
              {translate("export")}
            </Button>
          </form>
          <PhoneMenu onExport={() => exportForm.current?.requestSubmit()} />
        </span>
      </header>
      {isNow ? <Waiting /> : <LookingBack />}
    </>
  );
}

/** The buttons that pause, stop or retry the run as it is now. */
function Controls(): ReactElement {
  const { workspace } = useRun();
  const present = useLog((log) => log.presentTrace);
  return (
    <>
      <PauseButton workspace={workspace} trace={present} />
      <StopOrRetry workspace={workspace} trace={present} />
    </>
  );
}

function Waiting(): ReactElement {
  const trace = useLog((log) => log.trace);
  return <WaitingNote trace={trace} className="flex-none rounded-none border-b border-line px-4" />;
}

/** The phase at the displayed moment. Only the current tree knows whether a sub-agent asks. */
function Phase(): ReactElement {
  const { trace, isNow } = useLog(({ trace, isNow }) => ({ trace, isNow }));
  const isAsking = useIsTreeAsking();
  const { status, waitingFor, phase } = trace;
  return (
    <PhaseBadge
      facts={{
        ...{ status, waitingFor, phase },
        calls: trace.totals.modelCalls + trace.totals.toolCalls,
        asksBelow: isNow && isAsking,
      }}
    />
  );
}

/** Whether the run has problems to explain. A run that succeeded without errors has none. */
function hasExplanation(status: TraceStatus, errors: number): boolean {
  return errors > 0 || (isTerminal(status) && status !== "completed");
}

function Facts(): ReactElement {
  const translate = useTranslations("trace.header");
  const format = useFormat();
  const { trace, totals, hasAgents, ofAllTurns } = useLog(({ trace, totals, model }) => ({
    ...{ trace, totals, hasAgents: model.graph.agents.size > 0, ofAllTurns: costOfAllTurns(model, totals) },
  }));
  const own = totals === null ? "…" : format.spent(totals.cost, totals.modelCalls);
  // Zero cached tokens may also mean that the provider does not report them.
  const cached =
    totals === null || totals.cachedTokens === 0 ? null : totals.cachedTokens / totals.inputTokens;
  return (
    <dl className="contents">
      <Fact name={translate("agent")}>
        <AgentName agent={trace.agent} />
      </Fact>
      {/* The most frequent questions first: the last ones may not fit. */}
      <RunLength />
      {/* Totals come before the figures of the run alone: people who read only one figure should read the total. */}
      <TreeTotals />
      <Fact
        name={translate(hasAgents ? "ownCost" : "cost")}
        className="phone:-order-3"
        {...(hasAgents && { nameOnPhone: translate("ownCostShort") })}
      >
        {ofAllTurns === null ? own : translate("costOfTurn", { cost: own })}
        {ofAllTurns !== null && (
          <span className="phone:hidden">{translate("costInAll", { cost: format.cost(ofAllTurns) })}</span>
        )}
      </Fact>
      <Fact name={translate(hasAgents ? "ownTokens" : ofAllTurns === null ? "tokens" : "tokensOfTurn")}>
        {totals === null
          ? "…"
          : cached === null
            ? format.tokens(totals.inputTokens + totals.outputTokens)
            : translate("tokenFlow", {
                input: format.tokens(totals.inputTokens),
                cached: format.share(cached),
                output: format.tokens(totals.outputTokens),
              })}
      </Fact>
      <Fact name={translate("started")} className="phone:-order-1">
        <Time at={startOf(trace)} />
      </Fact>
      <Fact name={translate("model")}>{trace.models[0] ?? translate("noModel")}</Fact>
      <StrategyFact />
      <RouteFact />
    </dl>
  );
}

/** The agent of the run with the version of its definition; its tooltip lists its tools and its maximum number of steps. */
function AgentName({
  agent: { name, tools, limits, definition },
}: {
  readonly agent: AgentSnapshot;
}): ReactElement {
  const translate = useTranslations("trace.header");
  const rights = tools === "all" ? translate("allTools") : tools.join(", ");
  return (
    <span title={translate("agentRights", { tools: rights, steps: limits.maxSteps })}>
      {definition?.version == null ? name : translate("agentVersion", { name, version: definition.version })}
    </span>
  );
}

/** Says that the page shows an earlier moment. */
function LookingBack(): ReactElement {
  const translate = useTranslations("trace.header");
  const { model, fullModel } = useLog(({ model, fullModel }) => ({ model, fullModel }));
  const clock = useClock();
  const format = useFormat();
  const moment = model.entries.at(-1);
  const sequence = moment?.q ?? 0;
  const newest = fullModel.entries.at(-1);
  const last = newest?.q ?? sequence;
  return (
    <p
      role="status"
      className="flex min-h-9 flex-none items-center gap-2 border-b border-accent/45 bg-accent-soft px-4 py-1 text-12"
    >
      <Icon icon={History} size={16} className="flex-none text-accent" />
      <span>
        {translate("lookingBack", {
          sequence: String(sequence),
          last: String(last),
          time: moment === undefined ? "" : clock(moment.t),
        })}
      </span>
      {moment !== undefined && newest !== undefined && hasEnded(fullModel.entries) && (
        <span className="ml-auto flex-none text-ink-2 phone:hidden">
          {translate("beforeTheEnd", { duration: format.duration(newest.t - moment.t) })}
        </span>
      )}
    </p>
  );
}

type FactProps = {
  readonly name: string;
  readonly className?: string;
  /** Its name on a phone, where the figure could be that of something else. Other figures have none there. */
  readonly nameOnPhone?: string;
  readonly children: ReactNode;
};

function Fact({ name, className, nameOnPhone, children }: FactProps): ReactElement {
  return (
    <div className={classNames("flex gap-1 phone:flex-none", className)}>
      <dt className="text-ink-3">
        <span className={nameOnPhone === undefined ? "phone:sr-only" : "phone:hidden"}>{name}</span>
        {nameOnPhone !== undefined && <span className="hidden phone:inline">{nameOnPhone}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
