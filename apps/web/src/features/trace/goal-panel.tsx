"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useFormat } from "../../lib/use-format.ts";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { Tree } from "../../ui/tree.tsx";
import { useDebugger } from "./debugger-context.ts";
import { countGoals, goalRows } from "./goal-rows.ts";
import type { GoalRow } from "./goal-rows.ts";
import { goalStatus } from "./goal-status.ts";
import { Marks } from "./marks.tsx";
import { OpenEdgeRows } from "./open-edge-rows.tsx";

/** The plan of the run. With `withEdges` it stands in for the graph: each goal can open what was done for it (W13). */
export function GoalPanel({ withEdges }: { readonly withEdges: boolean }): ReactElement {
  const translate = useTranslations("trace.goals");
  const { model, version, view, selectGoal, toggleGoal } = useDebugger();
  const status = useGoalStatusName();
  const rows = useMemo(() => {
    // The model grows in place: its version is what says that it is another one.
    void version;
    return goalRows(model.graph, new Set(view.folded));
  }, [model, version, view.folded]);
  const { done, all } = countGoals(model.graph);
  return (
    <section aria-label={translate("title")} className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-9 flex-none items-center gap-2 border-b border-line px-4 text-12">
        <h2 className="font-semibold">{translate("title")}</h2>
        <span className="text-ink-3">
          {all === 0 ? translate("noPlan") : translate("count", { done, all })}
        </span>
      </header>
      <Tree
        label={translate("title")}
        rows={rows}
        selectedId={view.goal}
        onSelect={selectGoal}
        onToggle={toggleGoal}
        nameOf={(row) =>
          translate("rowName", { number: row.number ?? "", title: row.goal.title, status: status(row) })
        }
        className="py-1"
      >
        {(row) => <GoalRowContent row={row} withEdges={withEdges} />}
      </Tree>
    </section>
  );
}

function useGoalStatusName(): (row: GoalRow) => string {
  const translate = useTranslations("common.status");
  const { trace, model } = useDebugger();
  return (row) =>
    translate(
      goalStatus(row.goal, {
        status: trace.status,
        focusId: model.graph.focusId,
        rootId: model.graph.rootId,
      }),
    );
}

function GoalRowContent({
  row,
  withEdges,
}: {
  readonly row: GoalRow;
  readonly withEdges: boolean;
}): ReactElement {
  const { trace, model, view } = useDebugger();
  const { goal } = row;
  const abandoned = goal.status === "abandoned";
  const shown = goalStatus(goal, {
    status: trace.status,
    focusId: model.graph.focusId,
    rootId: model.graph.rootId,
  });
  return (
    <div className="min-w-0 flex-1 text-12">
      <div
        className="flex h-7 items-center gap-1.5 phone:h-11 phone:text-13"
        title={goal.abandonReason ?? goal.summary ?? goal.title}
      >
        <StatusGlyph status={shown} decorative />
        {row.number !== null && <span className="flex-none text-ink-3">{row.number}</span>}
        <span
          className={classNames(
            "min-w-0 truncate",
            abandoned && "text-ink-3 line-through",
            row.level === 1 && "font-semibold",
          )}
        >
          {goal.title}
        </span>
        {abandoned && goal.abandonReason !== null && (
          <span className="min-w-0 flex-1 truncate text-11 text-ink-3">{goal.abandonReason}</span>
        )}
        <span className="ml-auto" />
        <Marks counts={row.marks} />
        {withEdges && <EdgeToggle goalId={goal.id} />}
      </div>
      {withEdges && view.open.includes(goal.id) && (
        <div className="pb-2">
          <OpenEdgeRows goalId={goal.id} />
        </div>
      )}
    </div>
  );
}

function EdgeToggle({ goalId }: { readonly goalId: string }): ReactElement | null {
  const translate = useTranslations("trace.edge");
  const format = useFormat();
  const { model, view, toggleEdge } = useDebugger();
  const edge = model.graph.edges.get(goalId);
  if (!edge || edge.totals.turns === 0) return null;
  return (
    <button
      type="button"
      aria-expanded={view.open.includes(goalId)}
      onClick={(event) => {
        event.stopPropagation();
        toggleEdge(goalId);
      }}
      className="h-11 flex-none px-2 text-12 text-ink-2 aria-expanded:text-accent"
    >
      {edge.totals.calls === 0
        ? translate("turns", { count: edge.totals.turns })
        : translate("calls", { count: edge.totals.calls })}
      <span className="sr-only">{format.duration(edge.totals.durationMs)}</span>
    </button>
  );
}
