"use client";
import type { SharedEntry, SharedTrace } from "@goaltrace/core/reading";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { useFormat } from "../../lib/use-format.ts";
import type { OpenedShare } from "../../server/sharing/open-share.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Note } from "../../ui/note.tsx";
import { runStatus } from "../../ui/goal-status.ts";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import type { StatusName } from "../../ui/status.ts";
import { Duration, Time } from "../../ui/time.tsx";

/** The read-only page of a public link: facts, goals and entries of a run. */
export function SharedTracePage({ opened }: { readonly opened: OpenedShare }): ReactElement {
  const translate = useTranslations("share");
  if (opened.kind === "shared") return <SharedTraceView trace={opened.trace} />;
  const reason = opened.kind === "too_many" ? "busy" : "expired";
  return (
    <main className="mx-auto max-w-180 p-6">
      <EmptyState heading="h1" title={translate(`${reason}.title`)}>
        {translate(`${reason}.text`)}
      </EmptyState>
    </main>
  );
}

function SharedTraceView({ trace }: { readonly trace: SharedTrace }): ReactElement {
  const translate = useTranslations("share");
  const format = useFormat();
  return (
    <main className="mx-auto flex max-w-180 flex-col gap-6 px-4 py-8">
      <header className="flex flex-col items-start gap-2">
        <StatusBadge status={runStatus(trace.status, trace.totals.errors)} />
        <h1 className="text-20 font-semibold [overflow-wrap:anywhere]">
          {trace.title ?? translate("untitled")}
        </h1>
        <p className="text-12 text-ink-2">
          {translate("readOnly", { moment: format.momentFully(trace.expiresAt) })}
        </p>
      </header>
      {!trace.includeContent && <Note>{translate("withoutContent")}</Note>}
      <Facts trace={trace} />
      <section aria-labelledby="goals" className="flex flex-col gap-1">
        <h2 id="goals" className="font-semibold">
          {translate("goals")}
        </h2>
        {trace.goals.length === 0 ? (
          <p className="text-ink-2">{translate("noGoals")}</p>
        ) : (
          <ul>
            {trace.goals.map((goal) => (
              <li
                key={goal.id}
                className="flex min-h-7 items-start gap-2 py-0.5"
                style={{ paddingLeft: `${Math.min(goal.depth, 12) * 20}px` }}
              >
                <StatusGlyph status={GOAL_STATUSES[goal.status]} className="mt-0.5" />
                <span className="w-8 flex-none text-ink-3">{goal.number}</span>
                <span
                  className={`min-w-0 [overflow-wrap:anywhere] ${goal.status === "abandoned" ? "text-ink-3 line-through" : ""}`}
                >
                  {goal.title}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="entries" className="flex flex-col gap-1">
        <h2 id="entries" className="font-semibold">
          {translate("entries")}
        </h2>
        <ol className="border-t border-line">
          {trace.entries.map((entry) => (
            <EntryLine key={entry.sequence} entry={entry} />
          ))}
        </ol>
        {trace.entryCount > trace.entries.length && (
          <p className="text-12 text-ink-2">
            {translate("shownOf", {
              shown: format.count(trace.entries.length),
              all: format.count(trace.entryCount),
            })}
          </p>
        )}
      </section>
    </main>
  );
}

const GOAL_STATUSES: Readonly<Record<SharedTrace["goals"][number]["status"], StatusName>> = {
  pending: "pending",
  in_progress: "running",
  completed: "completed",
  failed: "failed",
  abandoned: "abandoned",
};

function Facts({ trace }: { readonly trace: SharedTrace }): ReactElement {
  const translate = useTranslations("share");
  const format = useFormat();
  const { totals } = trace;
  const facts: readonly (readonly [Parameters<typeof factName>[0], ReactNode])[] = [
    ["agent", trace.agent],
    ["model", trace.model],
    ["started", trace.startedAt === null ? translate("notStarted") : format.momentFully(trace.startedAt)],
    [
      "duration",
      trace.startedAt === null ? (
        translate("notStarted")
      ) : (
        <Duration key="duration" startedAt={trace.startedAt} endedAt={trace.endedAt} />
      ),
    ],
    ["calls", format.count(totals.modelCalls)],
    ["tools", format.count(totals.toolCalls)],
    ["errors", format.count(totals.errors)],
    ["tokens", format.tokens(totals.inputTokens + totals.outputTokens)],
    ["cost", format.cost(totals.cost)],
  ];
  return (
    <section aria-label={translate("facts")}>
      <dl className="grid grid-cols-3 gap-x-6 gap-y-3 phone:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-11 text-ink-3">{translate(factName(name))}</dt>
            <dd className="truncate">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function factName<
  Name extends "agent" | "model" | "started" | "duration" | "calls" | "tools" | "errors" | "tokens" | "cost",
>(name: Name): `fact.${Name}` {
  return `fact.${name}`;
}

function EntryLine({ entry }: { readonly entry: SharedEntry }): ReactElement {
  const translate = useTranslations("share");
  return (
    <li className="grid grid-cols-[40px_96px_minmax(0,1fr)_auto] gap-2 border-b border-line py-1.5 text-12 phone:grid-cols-[32px_minmax(0,1fr)_auto]">
      <span className="text-ink-3">{entry.sequence}</span>
      <span className={entry.failed ? "flex items-center gap-1 text-error" : "text-ink-2"}>
        {entry.failed && <StatusGlyph status="failed" size={12} />}
        {entry.tool ?? translate(`kind.${entry.kind}`)}
      </span>
      <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere] phone:col-span-3 phone:row-start-2">
        {entry.text === null || entry.text === "" ? (
          <span className="text-ink-3">
            {entry.kind === "assistant"
              ? translate("calls", { count: entry.calls })
              : entry.text === null
                ? translate("leftOut")
                : ""}
          </span>
        ) : (
          entry.text
        )}
      </span>
      <Time at={entry.at} className="text-ink-3" />
    </li>
  );
}
