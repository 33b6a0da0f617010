"use client";
import { isTerminal } from "@goaltrace/core/log";
import type { NodeProps } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { memo, useLayoutEffect } from "react";
import type { ReactElement } from "react";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { useClock } from "../parts/use-clock.ts";
import { useLog } from "../state/debugger-provider.tsx";
import { entryAt } from "../state/trace-model.ts";
import { AgentPanel } from "./agent-panel.tsx";
import type { BoxNode } from "./box-nodes.ts";
import { BandHeader } from "./band-header.tsx";
import { BoxButton } from "./box-button.tsx";
import { ResultCard } from "./result-card.tsx";
import { StepsPanel } from "./steps-panel.tsx";
import { VerdictPanel } from "./verdict-panel.tsx";
import { useGraphActions } from "./graph-actions.ts";

/** A box of the storyboard, as a React Flow node. */
export const StoryBoxNode = memo(function StoryBoxNode({ data }: NodeProps<BoxNode>): ReactElement {
  const { noteDrawn } = useGraphActions();
  useLayoutEffect(() => {
    noteDrawn();
  }, [noteDrawn]);
  return <StoryBox {...data} />;
});

/** The contents of a box. */
export function StoryBox(data: BoxNode["data"]): ReactElement {
  switch (data.view.kind) {
    case "header":
      return <BandHeader {...data} />;
    case "panel":
      return data.view.agent === null ? (
        <StepsPanel {...data} />
      ) : (
        <AgentPanel {...data} agent={data.view.agent} />
      );
    case "verdict":
      return <VerdictPanel {...data} />;
    case "planned":
      return <PlannedLine {...data} />;
    case "outcome":
      return <OutcomeLine {...data} />;
    case "card":
    case "own":
    case "stack":
    case "branch":
    case "lane":
      return <ResultCard {...data} />;
  }
}

/** Goals that no one has worked on yet, in one line. */
function PlannedLine({ view }: BoxNode["data"]): ReactElement {
  const translate = useTranslations("trace.graph");
  const { trace, isNow } = useLog(({ trace, isNow }) => ({ trace, isNow }));
  const { selectGoal, isUsable } = useGraphActions();
  return (
    <div className="pointer-events-auto flex h-7 items-center gap-4 overflow-hidden text-12 whitespace-nowrap text-ink-2">
      {view.planned.map(({ id, number, title }) => (
        <button
          key={id}
          type="button"
          data-box={isUsable ? `planned:${id}` : undefined}
          tabIndex={-1}
          title={title}
          onClick={() => {
            selectGoal(id);
          }}
          className="nopan flex max-w-80 min-w-24 items-center gap-2 rounded-sm hover:text-ink"
        >
          <StatusGlyph status="pending" decorative />
          {number !== null && <span className="text-ink-3">{number}</span>}
          <span className="truncate">{title}</span>
        </button>
      ))}
      <span className="text-11 text-ink-3">
        {translate(isTerminal(trace.status) ? "neverBegun" : isNow ? "planned" : "plannedThen")}
      </span>
    </div>
  );
}

/** How the run ended, at its place in the order of the log. */
function OutcomeLine({ view, selection, tabStop }: BoxNode["data"]): ReactElement {
  const translate = useTranslations("trace.graph");
  const model = useLog((log) => log.model);
  const clock = useClock();
  const { selectSequence } = useGraphActions();
  const { status } = view;
  const isUnusual = status === "failed" || status === "cancelled" || status === "interrupted";
  const at = entryAt(model.entries, view.sequence)?.t;
  return (
    <BoxButton
      view={view}
      selection={selection}
      tabStop={tabStop}
      onPress={() => {
        selectSequence(view.sequence);
      }}
      className="flex h-6 max-w-full items-center gap-2 rounded-sm px-0.5 text-12 whitespace-nowrap"
    >
      <StatusGlyph status={status} decorative />
      <b className="flex-none font-semibold">
        {translate(isUnusual ? `outcome.${status}` : "outcome.completed")}
      </b>
      <span className="flex-none text-11 text-ink-3">
        {`#${view.sequence}`}
        {at === undefined ? "" : ` · ${clock(at)}`}
      </span>
      {view.result !== "" && <span className="min-w-0 truncate text-ink-2">{view.result}</span>}
    </BoxButton>
  );
}
