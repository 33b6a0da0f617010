"use client";
import { tipOf } from "@goaltrace/core/graph";
import { runLength } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { withoutMarkdown } from "../../../lib/without-markdown.ts";
import { useAnnotations } from "../header/use-annotations.ts";
import { Section } from "../inspector/facts.tsx";
import { agentBoxes, agentWork } from "../graph/agent-boxes.ts";
import { goalWork } from "../state/goal-work.ts";
import { useAgentNames } from "../state/use-agent-names.ts";
import { useTreeThen } from "../state/use-page-tree.ts";
import { useLateTiming } from "../state/use-timing.ts";
import {
  type Course,
  courseOf,
  type PlanChangeRow,
  type Times as TimesOfRun,
  type TogetherRow,
  type WaitRow,
} from "./course.ts";
import { deciderOfWait } from "./decider-of-wait.ts";
import { GoalButton } from "./goal-button.tsx";
import { SequenceLink } from "./sequence-link.tsx";
import { useOverview } from "./use-overview.ts";

/** The number of rows of one kind that are shown. */
const ROWS = 4;
/** The number of listed stages, longest first. */
const STAGES = 5;
/** The smallest difference between the sum of the calls and the time of the run that is shown as a row, in milliseconds. */
const NOTABLE_MS = 100;

/** The course of a run up to the displayed moment: changes of its plan, calls at the same time, its waits, and the division of its time. */
export function RunCourse(): ReactElement {
  const { model, timing, now } = useLateTiming();
  const tree = useTreeThen();
  // It is computed from all calls, so while the run works, it is as of the latest second.
  const at = now ?? model;
  const { together, waits, changes, times } = useMemo<Course>(() => {
    void at;
    const { graph } = model;
    const agents = agentWork(graph, agentBoxes(graph, tree?.runs ?? []));
    const work = goalWork({ graph, timing, tip: tipOf(timing, now), agents });
    return courseOf({ graph, timing, now, worked: runLength(model.took(), now).worked, work });
    // `at` stands for the log and the present.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [at, timing, tree]);
  return (
    <>
      {changes.length > 0 && <Changes rows={changes} />}
      {(together.length > 0 || times !== null) && <Together rows={together} />}
      {waits.length > 0 && <Waits rows={waits} />}
      {times !== null && <Times times={times} />}
    </>
  );
}

function Changes({ rows }: { readonly rows: readonly PlanChangeRow[] }): ReactElement {
  const translate = useTranslations("inspector.overview");
  const shown = rows.slice(0, ROWS);
  return (
    <Section title={translate("changes")}>
      {shown.map(({ goalId, sequence, reason }) => (
        <SequenceLink key={`${goalId}${sequence}`} sequence={sequence}>
          {translate("revised")}
          {reason !== "" && <span className="text-ink-2"> {withoutMarkdown(reason)}</span>}
        </SequenceLink>
      ))}
      <More count={rows.length - shown.length} />
    </Section>
  );
}

function Together({ rows }: { readonly rows: readonly TogetherRow[] }): ReactElement {
  const translate = useTranslations("inspector.overview");
  const largest = [...rows]
    .sort((left, right) => right.count - left.count)
    .slice(0, ROWS)
    .sort((left, right) => left.sequence - right.sequence);
  return (
    <Section title={translate("together", { count: rows.length })}>
      {rows.length === 0 && <p className="text-12 text-ink-2">{translate("none")}</p>}
      {largest.map(({ sequence, count, names }) => (
        <SequenceLink key={sequence} sequence={sequence} aside={translate("togetherCount", { count })}>
          <span className="font-mono text-11">
            {names.map(({ name, times }) => (times === 1 ? name : `${name} ×${times}`)).join(", ")}
          </span>
        </SequenceLink>
      ))}
      <More count={rows.length - largest.length} />
    </Section>
  );
}

function Waits({ rows }: { readonly rows: readonly WaitRow[] }): ReactElement {
  const translate = useTranslations("inspector.overview");
  const reasons = useTranslations("trace.scrubber.waits");
  const format = useFormat();
  const deciderOf = useDeciders();
  const nameOfAgent = useAgentNames();
  const longest = [...rows].sort((left, right) => right.ms - left.ms).slice(0, ROWS);
  return (
    <Section title={translate("waited")}>
      {longest.map((row, index) => {
        const { reason, agents, tool, sequence, goal, isBefore, ms } = row;
        const person = deciderOf(row);
        const why = person === null ? reasons(reason) : translate("waitedFor", { person });
        const names = agents.map(nameOfAgent).join(", ");
        const text = names === "" ? why : translate("waitedThrough", { agents: names, reason: why });
        const line = (
          <>
            {tool === "" ? text : translate("waitedWith", { text, tool })}
            {goal !== null && <span className="text-ink-3">{` · ${nameOf(goal)}`}</span>}
            {isBefore && <span className="text-ink-3">{` · ${translate("waitedBefore")}`}</span>}
          </>
        );
        return sequence === null ? (
          <p key={index} className="flex min-h-7 items-baseline gap-2 py-1 text-12">
            <span className="min-w-0 flex-1">{line}</span>
            <span className="flex-none text-11 text-ink-3">{format.duration(ms)}</span>
          </p>
        ) : (
          <SequenceLink key={index} sequence={sequence} aside={format.duration(ms)}>
            {line}
          </SequenceLink>
        );
      })}
      <More count={rows.length - longest.length} />
    </Section>
  );
}

/** The number and the title of a goal. */
function nameOf({ number, title }: NonNullable<WaitRow["goal"]>): string {
  return number === null ? title : `${number} ${title}`;
}

/** Returns the name of the person whose decision ended a wait: about its call, or about one of the sub-agents that waited; null while it is not known. */
function useDeciders(): (wait: WaitRow) => string | null {
  const { overview } = useOverview();
  const { annotations } = useAnnotations();
  const tree = useTreeThen();
  return ({ callId, agents, to, ms }) => {
    if (agents.length > 0) {
      const waiting = new Set(agents.map(({ traceId }) => traceId));
      return deciderOfWait({ from: to - ms, to }, tree?.runs.filter(({ id }) => waiting.has(id)) ?? []);
    }
    const decision = overview?.decisions.find(({ toolCallId }) => toolCallId === callId);
    const member = annotations?.members.find(({ personId }) => personId === decision?.personId);
    return decision === undefined ? null : (member?.name ?? null);
  };
}

function Times({ times }: { readonly times: TimesOfRun }): ReactElement {
  const translate = useTranslations("inspector.overview");
  const format = useFormat();
  const { stages, itself, rest } = times;
  const worked = stages.reduce((sum, { ms }) => sum + ms, itself + rest);
  const longest = [...stages].sort((left, right) => right.ms - left.ms);
  const shown = new Set(longest.slice(0, STAGES));
  const others = longest.slice(STAGES);
  return (
    <Section title={translate("times", { worked: format.duration(worked) })}>
      {stages
        .filter((stage) => shown.has(stage))
        .map(({ goalId, number, title, ms }) => (
          <GoalButton key={goalId} goalId={goalId} number={number}>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{title}</span>
            <span className="flex-none text-11 text-ink-3">{format.duration(ms)}</span>
          </GoalButton>
        ))}
      {others.length > 0 && (
        <TimeLine name={translate("otherStages", { count: others.length })}>
          {format.duration(others.reduce((sum, { ms }) => sum + ms, 0))}
        </TimeLine>
      )}
      <TimeLine name={translate("outsideGoals")} about={translate("outsideGoalsIs")}>
        {format.duration(itself)}
      </TimeLine>
      {Math.abs(rest) >= NOTABLE_MS && (
        <TimeLine
          name={translate(rest > 0 ? "betweenCalls" : "countedTwice")}
          about={translate(rest > 0 ? "betweenCallsIs" : "countedTwiceIs")}
        >
          {`${rest > 0 ? "" : "−"}${format.duration(Math.abs(rest))}`}
        </TimeLine>
      )}
    </Section>
  );
}

type LineProps = { readonly name: string; readonly about?: string; readonly children: string };

function TimeLine({ name, about, children }: LineProps): ReactElement {
  return (
    <p className="flex min-h-6 items-baseline gap-2 py-0.5 text-12">
      <span className="min-w-8 flex-none" />
      <span className="min-w-0 flex-1">
        {name}
        {about !== undefined && <span className="text-11 text-ink-3"> {about}</span>}
      </span>
      <span className="flex-none text-11 text-ink-3">{children}</span>
    </p>
  );
}

function More({ count }: { readonly count: number }): ReactElement | null {
  const translate = useTranslations("inspector.overview");
  return count <= 0 ? null : <p className="text-11 text-ink-3">{translate("moreRows", { count })}</p>;
}
