"use client";
import { isTerminal } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { namesOfRuns } from "../../lib/run-tree/names-of-runs.ts";
import type { TreeRun } from "../../lib/run-tree/use-run-tree.ts";
import { traceHref } from "../../lib/trace-address.ts";
import { useFormat } from "../../lib/use-format.ts";
import { LiveDot } from "../badge.tsx";
import { agentRunStatus } from "../goal-status.ts";
import { Link } from "../link.tsx";
import { AgentLimits } from "./agent-limits.tsx";
import { agentDecision, agentDoing } from "./agent-doing.ts";
import { StatusGlyph } from "../status-glyph.tsx";
import { TONE_TEXT } from "../status.ts";
import { Distance } from "../time.tsx";
import { WorkedTime } from "./worked-time.tsx";

export type AgentRowProps = {
  readonly workspace: string;
  readonly run: TreeRun;
  /** The runs of its tree, whose limits hold for it too. */
  readonly runs: readonly TreeRun[];
  /** Levels below the outermost row. */
  readonly level: number;
  /** Its answer in the log of its parent; null for the answer in the tree. */
  readonly answer: string | null;
  /** Claims of its report that its log does not support. */
  readonly unverified: number;
  /** Whether it is a branch, so that the others are merged without it when it fails. @default false */
  readonly isBranch?: boolean;
  /** The goal of its parent that started it, where that is to be said above it. @default null */
  readonly startedIn?: string | null;
  /** Whether the line of its limits is there without any, because they become known only later. @default false */
  readonly keepsLimits?: boolean;
};

/** In pixels, per level. */
const INDENTATION = 16;

/** One sub-agent: its state, agent and task, below them its activity, its wait or its answer, and what is left of its limits. Its height never changes. */
export function AgentRow({
  workspace,
  run,
  runs,
  level,
  answer,
  unverified,
  isBranch = false,
  startedIn = null,
  keepsLimits = false,
}: AgentRowProps): ReactElement {
  const translate = useTranslations("agents");
  const format = useFormat();
  const { id, title, status, errors } = run;
  const agent = namesOfRuns(runs).get(id) ?? run.agent;
  const decision = agentDecision(run, translate);
  return (
    <li
      style={{ paddingLeft: level * INDENTATION }}
      className="relative grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 py-1 text-12 hover:bg-ink/3 phone:min-h-11"
    >
      {startedIn !== null && (
        <span title={startedIn} className="col-span-3 truncate pt-1 text-11 text-ink-3">
          {translate("startedIn", { goal: startedIn })}
        </span>
      )}
      <span className="grid place-items-center">
        {status === "running" ? (
          <LiveDot />
        ) : (
          <StatusGlyph status={agentRunStatus({ status, errors, isBranch })} size={12} />
        )}
      </span>
      <span className="flex min-w-0 items-baseline gap-2">
        <Link
          href={traceHref(workspace, id)}
          aria-label={translate("open", { agent, title })}
          className="flex-none font-semibold after:absolute after:inset-0 hover:text-accent"
        >
          {agent}
        </Link>
        <span className="truncate" title={title}>
          {title}
        </span>
      </span>
      <span className="flex flex-none items-center gap-3 text-ink-2">
        <span className="phone:hidden">{translate("calls", { count: run.calls })}</span>
        {/* Without a price, tokens are what can be compared. */}
        <span>
          {run.cost === null && run.calls > 0
            ? translate("tokens", { count: format.tokens(run.tokens) })
            : format.spent(run.cost, run.calls)}
        </span>
        <span className="min-w-10 text-right">
          <WorkedTime run={run} />
        </span>
      </span>
      <span className="col-start-2 col-end-4 flex h-5 min-w-0 items-center gap-2">
        <State run={run} answer={answer} isBranch={isBranch} />
        {decision !== "" && (
          <span title={decision} className="max-w-1/2 flex-none truncate text-ink-3">
            {decision}
          </span>
        )}
        {unverified > 0 && (
          <span className="flex-none text-warn">{translate("unverified", { count: unverified })}</span>
        )}
      </span>
      <AgentLimits run={run} runs={runs} keepsLine={keepsLimits} />
    </li>
  );
}

function State({
  run,
  answer,
  isBranch = false,
}: Pick<AgentRowProps, "run" | "answer" | "isBranch">): ReactElement {
  const translate = useTranslations("agents");
  const { status, activity, failure, createdAt, startedAt, durationMs } = run;
  if (isTerminal(status)) {
    const isFailed = failure !== null && status === "failed";
    const text = isFailed
      ? isBranch
        ? translate("givenUp", { reason: failure })
        : failure
      : (answer ?? run.answer);
    return (
      <span
        title={text}
        className={isFailed && !isBranch ? `truncate ${TONE_TEXT.error}` : "truncate text-ink-2"}
      >
        {text}
      </span>
    );
  }
  if (activity?.kind !== "tool")
    return (
      <span className={`truncate ${status === "waiting" ? TONE_TEXT.wait : "text-ink-3"}`}>
        {agentDoing(run, translate)}
        {status === "waiting" && (
          <>
            {" · "}
            <Distance since={(startedAt ?? createdAt) + durationMs} />
          </>
        )}
      </span>
    );
  return (
    <span className="flex min-w-0 gap-2 text-ink-3">
      <span className="flex-none">{activity.tool}</span>
      <span className="truncate font-mono">{activity.target}</span>
    </span>
  );
}
