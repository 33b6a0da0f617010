"use client";
import type { OutlineEntry, TraceStatus } from "@goaltrace/core/log";
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { DebuggerProvider } from "../../debugger-context.ts";
import type { Debugger } from "../../debugger-context.ts";
import { createTraceModel, entryAt } from "../../trace-model.ts";
import { INITIAL_VIEW } from "../../url-state.ts";
import type { ViewState } from "../../url-state.ts";
import { toggleFolding, toggleOpen } from "../folding.ts";
import { GraphView } from "../graph-view.tsx";
import { showcaseTrace } from "./showcase-log.ts";

export type ShownRunProps = {
  readonly entries: readonly OutlineEntry[];
  readonly status: TraceStatus;
  readonly start?: Partial<ViewState>;
  readonly height: number;
};

/** The graph of a recorded run with its own view state: the real component outside of a page. */
export function ShownRun({ entries, status, start, height }: ShownRunProps): ReactElement {
  const [view, setView] = useState<ViewState>({ ...INITIAL_VIEW, ...start });
  const shared = useMemo<Debugger>(() => {
    const model = createTraceModel(entries, (run) => requestAnimationFrame(run));
    const changeView: Debugger["changeView"] = (change) => {
      setView((before) => ({ ...before, ...(typeof change === "function" ? change(before) : change) }));
    };
    return {
      workspace: "",
      trace: showcaseTrace(status),
      model,
      version: 0,
      fullModel: model,
      isNow: true,
      onlyGoals: null,
      view: INITIAL_VIEW,
      changeView,
      selectGoal: (goal) => {
        changeView({ goal, sequence: null });
      },
      selectSequence: (sequence) => {
        changeView({ goal: entryAt(model.entries, sequence)?.g ?? null, sequence });
      },
      showMoment: () => undefined,
      toggleEdge: (goalId) => {
        changeView((before) => toggleOpen(before, goalId));
      },
      toggleGoal: (goalId) => {
        changeView((before) => toggleFolding(model.graph, before, goalId));
      },
      reportWindow: () => undefined,
    };
  }, [entries, status]);
  return (
    <div style={{ height }} className="border border-line">
      <DebuggerProvider value={{ ...shared, view }}>
        <GraphView following={false} />
      </DebuggerProvider>
    </div>
  );
}
