"use client";
import { firstError } from "@goaltrace/core/graph";
import { isTerminal } from "@goaltrace/core/log";
import { Bot, EyeOff, Route } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useMemo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { Tree } from "../../../ui/tree.tsx";
import { useActions, useLog, useView } from "../state/debugger-provider.tsx";
import { givenUpIn } from "../why/given-up.ts";
import { countGoals, goalRows } from "./goal-rows.ts";
import type { GoalRow } from "./goal-rows.ts";
import { goalStatus } from "../../../ui/goal-status.ts";
import type { StatusName } from "../../../ui/status.ts";
import { isDeepEqual } from "../parts/is-deep-equal.ts";
import { foldedGoals, openEdges, toggleFolding, toggleOpen } from "../graph/folding.ts";
import { Marks } from "../parts/marks.tsx";
import { OpenEdgeRows } from "../parts/open-edge-rows.tsx";
import { pathTo } from "../state/selection-moves.ts";
import { oncePerPlan } from "../state/once-per-plan.ts";
import { runState } from "../state/run-state.ts";

const countsOf = oncePerPlan(countGoals);

/** The plan of the run. With `withEdges` it replaces the graph: each goal can expand its work. Beside the graph its rows follow the first picture. */
export function GoalPanel({ withEdges }: { readonly withEdges: boolean }): ReactElement {
  const translate = useTranslations("trace.goals");
  const { done, all } = useLog((log) => countsOf(log.model.graph));
  const givenUp = useLog((log) => givenUpIn(log.model).length);
  const isPainted = useLog((log) => log.isPainted);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-9 flex-none items-center gap-1.5 border-b border-line pr-1.5 pl-4 text-12">
        <h2 className="font-semibold">{translate("title")}</h2>
        <span className="min-w-0 truncate text-11 text-ink-3">
          {all + givenUp === 0 ? translate("noPlan") : translate("count", { done, all, givenUp })}
        </span>
        <span className="ml-auto" />
        <PlanButtons />
      </header>
      {isPainted || withEdges ? (
        <GoalTree withEdges={withEdges} />
      ) : (
        <SkeletonRows rows={10} className="px-4 py-1" />
      )}
    </div>
  );
}

function GoalTree({ withEdges }: { readonly withEdges: boolean }): ReactElement {
  const translate = useTranslations("trace.goals");
  const view = useView(({ goal, sequence, folded, open, hideAbandoned }) => ({
    ...{ goal, sequence, folded, open, hideAbandoned },
  }));
  // The plan is the same until the structure of the graph changes, however much work is added to it.
  const { status, graph, structure, fullGraph, onlyGoals } = useLog((log) => ({
    status: log.trace.status,
    graph: log.model.graph,
    structure: log.model.graph.structure,
    fullGraph: log.fullModel.graph,
    onlyGoals: log.onlyGoals,
  }));
  const { changeView, selectGoal } = useActions();
  const { goal, folded, hideAbandoned } = view;
  const rows = useMemo(() => {
    // The graph grows in place.
    void structure;
    return goalRows(graph, foldedGoals(fullGraph, { folded, goal }), { hideAbandoned, only: onlyGoals });
  }, [graph, structure, fullGraph, folded, goal, hideAbandoned, onlyGoals]);
  const run = runState(status, graph);
  const open = openEdges(view);
  // A run that has ended opens at its start.
  const currentId = isTerminal(status) ? null : nearestRow(rows, pathTo(graph, graph.focusId));
  return (
    <Tree
      label={translate("title")}
      rows={rows}
      selectedId={goal}
      currentId={currentId}
      onSelect={selectGoal}
      onToggle={(id) => {
        changeView((before) => toggleFolding(fullGraph, before, id));
      }}
      onSpace={(id) => {
        changeView((before) => toggleOpen(before, id));
      }}
      className="py-1"
    >
      {(row) => (
        <GoalRowContent
          row={row}
          status={goalStatus(row.goal, run)}
          withEdges={withEdges}
          isOpen={open.includes(row.id)}
        />
      )}
    </Tree>
  );
}

/** Returns the innermost goal of a path that has a row. */
function nearestRow(rows: readonly GoalRow[], path: readonly string[]): string | null {
  const shown = new Set(rows.map(({ id }) => id));
  return path.findLast((id) => shown.has(id)) ?? null;
}

const planProblems = oncePerPlan((graph) => ({
  error: firstError(graph),
  anyAbandoned: [...graph.goals.values()].some((goal) => goal.status === "abandoned"),
}));

/** Buttons that hide abandoned goals and expand everything up to the first error. Each appears only when it has an effect. */
function PlanButtons(): ReactElement {
  const translate = useTranslations("trace.goals");
  const hidesAbandoned = useView((view) => view.hideAbandoned);
  const graph = useLog((log) => log.model.graph);
  const { error, anyAbandoned } = useLog((log) => planProblems(log.model.graph));
  const { changeView } = useActions();
  return (
    <>
      {anyAbandoned && (
        <IconButton
          label={translate("hideAbandoned")}
          icon={EyeOff}
          size="small"
          pressed={hidesAbandoned}
          onClick={() => {
            changeView((before) => ({ hideAbandoned: !before.hideAbandoned }));
          }}
        />
      )}
      {error !== null && (
        <IconButton
          label={translate("expandToError")}
          icon={Route}
          size="small"
          onClick={() => {
            const path = pathTo(graph, error.goalId).filter(
              (id) => (graph.edges.get(id)?.totals.turns ?? 0) > 0,
            );
            changeView((before) => ({
              open: [...new Set([...before.open, ...path])],
              goal: error.goalId,
              sequence: error.sequence,
            }));
          }}
        />
      )}
    </>
  );
}

type RowContentProps = {
  readonly row: GoalRow;
  readonly status: StatusName;
  readonly withEdges: boolean;
  /** Whether the goal's work is expanded below it. */
  readonly isOpen: boolean;
};

/** A goal in the plan. While a run grows, only rows with visible changes rerender. */
const GoalRowContent = memo(function GoalRowContent({
  row,
  status,
  withEdges,
  isOpen,
}: RowContentProps): ReactElement {
  const statusName = useTranslations("common.status");
  const translate = useTranslations("trace.graph");
  const { goal } = row;
  const abandoned = goal.status === "abandoned";
  return (
    <div className="@container min-w-0 flex-1 text-12">
      <div
        className="flex min-h-7 items-center gap-1.5 py-0.5 phone:min-h-11 phone:text-13"
        title={goal.abandonReason ?? goal.summary ?? goal.title}
      >
        <StatusGlyph status={status} decorative />
        <span className="sr-only">{statusName(status)}</span>
        {row.number !== null && <span className="flex-none text-ink-3">{row.number}</span>}
        <span
          title={goal.title}
          className={classNames(
            "line-clamp-2 min-w-0 flex-1 leading-4 hyphens-auto [overflow-wrap:anywhere]",
            abandoned && "text-ink-3 line-through",
            row.level === 1 && "font-semibold",
          )}
        >
          {goal.title || translate("unnamed")}
        </span>
        {abandoned && goal.abandonReason !== null && (
          <span className="hidden min-w-0 flex-1 truncate text-11 text-ink-3 @min-[240px]:block">
            {goal.abandonReason}
          </span>
        )}
        {row.agents > 0 && <AgentCount count={row.agents} />}
        <Marks counts={row.marks} compact />
        {withEdges && <EdgeToggle goalId={goal.id} />}
      </div>
      {withEdges && isOpen && (
        <div className="pb-2">
          <OpenEdgeRows goalId={goal.id} />
        </div>
      )}
    </div>
  );
}, isDeepEqual);

function AgentCount({ count }: { readonly count: number }): ReactElement {
  const label = useTranslations("agents")("count", { count });
  return (
    <span title={label} className="flex flex-none items-center gap-0.5 text-11 text-ink-2">
      <Icon icon={Bot} size={12} />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

function EdgeToggle({ goalId }: { readonly goalId: string }): ReactElement | null {
  const translate = useTranslations("trace.edge");
  const format = useFormat();
  const isOpen = useView((view) => openEdges(view).includes(goalId));
  const model = useLog((log) => log.model);
  const { changeView } = useActions();
  const edge = model.graph.edges.get(goalId);
  if (!edge || edge.totals.turns === 0) return null;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={(event) => {
        event.stopPropagation();
        changeView((before) => toggleOpen(before, goalId));
      }}
      className="h-11 flex-none px-2 text-12 text-ink-2 aria-expanded:text-accent"
    >
      {edge.totals.calls === 0
        ? translate("turns", { count: edge.totals.turns })
        : translate("calls", { count: edge.totals.calls })}
      <span className="sr-only">{format.duration(edge.worked.ms)}</span>
    </button>
  );
}
