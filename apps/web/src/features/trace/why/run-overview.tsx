"use client";
import type { CallCost, WrittenFile } from "@goaltrace/core/diagnose";
import { isTerminal } from "@goaltrace/core/log";
import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { treeSums } from "../../../lib/run-tree/tree-sums.ts";
import { runsBelow } from "../../../lib/run-tree/use-run-tree.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { withoutMarkdown } from "../../../lib/without-markdown.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Markdown } from "../../../ui/markdown.tsx";
import { Note } from "../../../ui/note.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { UndoFilesButton } from "../../../ui/undo-files-button.tsx";
import { useLog, useRun } from "../state/debugger-provider.tsx";
import { costOfAllTurns } from "../state/turn-cost.ts";
import { useLateModel } from "../state/use-late-model.ts";
import { useTreeThen } from "../state/use-page-tree.ts";
import { Facts, Section } from "../inspector/facts.tsx";
import { CostFacts } from "./cost-facts.tsx";
import { RunCourse } from "./run-course.tsx";
import { givenUpIn } from "./given-up.ts";
import { GivenUp } from "./given-up-section.tsx";
import { GoalButton } from "./goal-button.tsx";
import { SequenceLink } from "./sequence-link.tsx";
import { useGoalPrices } from "./use-goal-prices.ts";
import { useOverview } from "./use-overview.ts";
import { WhyPanel } from "./why-panel.tsx";

/** The overview of the run, shown without a selection: why it ended, its result, the files it wrote, and its most expensive calls. */
export function RunOverviewView(): ReactElement {
  const translate = useTranslations("inspector.overview");
  const trace = useLog((log) => log.trace);
  const { overview, failed, retry } = useOverview();
  // Space for the explanation of a failure is reserved at the top, so that nothing moves when it arrives.
  const isExplained = isTerminal(trace.status) && trace.status !== "completed";
  return (
    <div
      className="min-h-0 flex-1 overflow-y-auto"
      tabIndex={0}
      role="region"
      aria-label={translate("title")}
    >
      {overview ? (
        <WhyPanel diagnosis={overview.diagnosis}>
          <CostFacts />
        </WhyPanel>
      ) : (
        <>
          {!failed && isExplained && <SkeletonRows rows={6} className="px-4 py-2" />}
          <CostFacts />
        </>
      )}
      <GivenUp />
      <RunFacts />
      <RunCourse />
      <TreeFacts />
      <ContextFacts />
      {trace.summary !== null && trace.summary !== "" && (
        <Section title={translate("result")}>
          <Markdown text={trace.summary} size="interface" />
        </Section>
      )}
      {failed && (
        <div className="px-4 py-3">
          <Note tone="error">
            <p>{translate("failed")}</p>
            <Button className="mt-2" onClick={retry}>
              {translate("retry")}
            </Button>
          </Note>
        </div>
      )}
      {overview && overview.files.length > 0 && <Files files={overview.files} />}
      <ExpensiveGoals />
      {overview && overview.expensive.length > 0 && <Expensive calls={overview.expensive} />}
    </div>
  );
}

function RunFacts(): ReactElement {
  const translate = useTranslations("inspector.overview");
  const format = useFormat();
  const { totals, model } = useLog(({ totals, model }) => ({ totals, model }));
  const late = useLateModel();
  if (totals === null) return <SkeletonRows rows={6} className="px-4 py-2" />;
  // Zero cached tokens may also mean that the provider does not report them.
  const cached = totals.cachedTokens === 0 ? null : totals.cachedTokens / totals.inputTokens;
  const ofAllTurns = costOfAllTurns(model, totals);
  const own = format.spent(totals.cost, totals.modelCalls);
  const scope = figuresOf({ hasAgents: model.graph.agents.size > 0, hasTurns: ofAllTurns !== null });
  return (
    <Facts
      facts={[
        [translate("figures"), scope !== null && translate(scope)],
        [translate("modelCalls"), format.count(totals.modelCalls)],
        [translate("toolCalls"), format.count(totals.toolCalls)],
        [translate("failedCalls"), totals.errors === 0 ? translate("none") : format.count(totals.errors)],
        [
          translate("input"),
          cached === null
            ? format.tokens(totals.inputTokens)
            : translate("tokensCached", {
                tokens: format.tokens(totals.inputTokens),
                share: format.share(cached),
              }),
        ],
        [translate("output"), format.tokens(totals.outputTokens)],
        [
          translate("cost"),
          ofAllTurns === null ? own : translate("costOfTurn", { cost: own, all: format.cost(ofAllTurns) }),
        ],
        // Goals that were given up have a section of their own. The last row moves no other when the log arrives.
        [
          translate("givenUpNothing"),
          late.graph.goals.size > 1 && givenUpIn(late).length === 0 && translate("none"),
        ],
      ]}
    />
  );
}

/** Says of which part of the work the figures are; null when they are of all. */
function figuresOf({
  hasAgents,
  hasTurns,
}: {
  readonly hasAgents: boolean;
  readonly hasTurns: boolean;
}): "ofThisTurn" | "withoutAgents" | "ofThisTurnWithoutAgents" | null {
  if (hasAgents) return hasTurns ? "ofThisTurnWithoutAgents" : "withoutAgents";
  return hasTurns ? "ofThisTurn" : null;
}

/** The sums of the run and all of its sub-agents; nothing for a run without any. */
function TreeFacts(): ReactElement | null {
  const translate = useTranslations("agents");
  const format = useFormat();
  const { traceId } = useRun();
  const tree = useTreeThen();
  const own = tree?.runs.find(({ id }) => id === traceId);
  if (tree === null || own === undefined) return null;
  const below = runsBelow(tree, traceId);
  if (below.length === 0) return null;
  const { calls, tokens, cost } = treeSums([own, ...below]);
  return (
    <Section title={translate("withAgentsOf", { count: below.length })}>
      <p className="text-12">
        {translate("treeFigures", { calls, tokens: format.tokens(tokens), cost: format.cost(cost) })}
      </p>
    </Section>
  );
}

/** The context that the caller passed with the run, by name; nothing without any. */
function ContextFacts(): ReactElement | null {
  const translate = useTranslations("inspector.overview");
  const entries = Object.entries(useLog((log) => log.trace.context));
  if (entries.length === 0) return null;
  return (
    <Section title={translate("context")}>
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-1 text-12">
        {entries.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3 [overflow-wrap:anywhere]">{name}</dt>
            <dd className="min-w-0 font-mono text-11 [overflow-wrap:anywhere]">
              {typeof value === "string" ? value : JSON.stringify(value)}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Files({ files }: { readonly files: readonly WrittenFile[] }): ReactElement {
  const translate = useTranslations("inspector.overview");
  const { workspace, traceId } = useRun();
  const isOver = useLog((log) => isTerminal(log.trace.status));
  return (
    <Section
      title={translate("files", { count: files.length })}
      action={isOver && <UndoFilesButton workspace={workspace} traceId={traceId} />}
    >
      {files.map((file) => (
        <div key={file.path} className="pb-1">
          <p className="flex min-h-6 items-center gap-2 text-12">
            <Icon icon={FileText} size={14} className="text-ink-2" />
            <code className="min-w-0 flex-1 truncate font-mono text-11" title={file.path}>
              {file.path}
            </code>
          </p>
          <div className="pl-5.5">
            {file.writes.map((write) => (
              <SequenceLink
                key={write.sequence}
                sequence={write.sequence}
                aside={`+${write.added} −${write.removed}`}
              >
                {translate(write.created ? "created" : "changed", { tool: write.toolName })}
              </SequenceLink>
            ))}
          </div>
        </div>
      ))}
    </Section>
  );
}

const EXPENSIVE_GOALS = 5;

/** The goals that cost most, as of the displayed moment; nothing without prices. */
function ExpensiveGoals(): ReactElement | null {
  const translate = useTranslations("inspector.overview");
  const format = useFormat();
  const goals = useGoalPrices().prices.slice(0, EXPENSIVE_GOALS);
  const costs = format.costs(goals.map(({ cost }) => cost));
  if (goals.length === 0) return null;
  return (
    <Section title={translate("expensiveGoals")}>
      {goals.map(({ goalId, isRunItself, number, title, parent, share }, index) => (
        <GoalButton key={goalId} goalId={goalId} number={number}>
          <span className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]">
            {isRunItself ? translate("outsideGoals") : title}
            {parent !== null && <span className="text-ink-3">{` · ${parent}`}</span>}
          </span>
          <span className="flex-none text-11 whitespace-nowrap text-ink-3">
            {`${costs[index] ?? ""} · ${format.share(share)}`}
          </span>
        </GoalButton>
      ))}
    </Section>
  );
}

/** A call that only changed the plan: the change is more informative than the name of the tool. */
const PLAN_CALL = /^goal\((.*)\)$/u;

function Expensive({ calls }: { readonly calls: readonly CallCost[] }): ReactElement {
  const translate = useTranslations("inspector.overview");
  const timeline = useTranslations("trace.timeline");
  const format = useFormat();
  const priced = calls.some((call) => call.cost !== null);
  const costs = format.costs(calls.map(({ cost }) => cost));
  return (
    <Section title={translate(priced ? "expensive" : "largest")}>
      {calls.map((call, index) => (
        <SequenceLink
          key={call.sequence}
          sequence={call.sequence}
          aside={priced ? costs[index] : translate("tokens", { tokens: format.tokens(call.tokens) })}
        >
          {call.purpose === null
            ? withoutMarkdown(call.description.replace(PLAN_CALL, "$1"))
            : timeline("helper", { purpose: call.purpose })}
        </SequenceLink>
      ))}
    </Section>
  );
}
