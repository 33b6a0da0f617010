"use client";
import type { Trace, TraceStatus } from "@goaltrace/core/log";
import { useMemo, useState } from "react";
import type { Debugger, SequenceWindow } from "./debugger-context.ts";
import { failingGoals } from "./failing-goals.ts";
import { toggleFolding, toggleOpen } from "./graph/folding.ts";
import { createShownWindow } from "./shown-window.ts";
import type { ShownWindow } from "./shown-window.ts";
import { createStateAsOf } from "./state-as-of.ts";
import { entryAt } from "./trace-model.ts";
import type { TraceModel } from "./trace-model.ts";
import type { ViewState } from "./url-state.ts";
import { useViewState } from "./use-view-state.ts";

export type DebuggerInput = {
  readonly workspace: string;
  readonly trace: Trace;
  readonly model: TraceModel;
  readonly version: number;
};

/** The state shared by all panels, at the displayed moment and at present for parts that concern the whole run. */
export type DebuggerState = {
  readonly shared: Debugger;
  readonly present: Debugger;
  readonly shownWindow: ShownWindow;
};

/** Returns the view of one run and all state derived from it. */
export function useDebuggerState({ workspace, trace, model, version }: DebuggerInput): DebuggerState {
  const [urlView, changeView] = useViewState();
  // A link may name only an entry; select its goal as well.
  const goal = urlView.goal ?? goalAt(model, urlView.sequence);
  const view = useMemo(() => (goal === urlView.goal ? urlView : { ...urlView, goal }), [urlView, goal]);
  const [shownWindow] = useState(createShownWindow);
  const past = usePast(model, version, view.moment);
  const actions = useMemo(() => createActions(model, changeView), [model, changeView]);
  return useMemo(() => {
    const onlyGoals = (graph: TraceModel["graph"]): ReadonlySet<string> | null =>
      view.filter === "failing" ? failingGoals(graph) : null;
    const present: Debugger = {
      workspace,
      trace,
      model,
      version,
      fullModel: model,
      isNow: true,
      onlyGoals: onlyGoals(model.graph),
      view,
      changeView,
      ...actions,
      reportWindow: (shown: SequenceWindow | null) => {
        shownWindow.set(shown);
      },
    };
    if (past === null) return { shared: present, present, shownWindow };
    const shared: Debugger = {
      ...present,
      trace: { ...trace, status: statusAtEnd(past) },
      model: past,
      version: past.graph.version,
      isNow: false,
      onlyGoals: onlyGoals(past.graph),
    };
    return { shared, present, shownWindow };
  }, [workspace, trace, model, version, past, view, changeView, actions, shownWindow]);
}

function goalAt(model: TraceModel, sequence: number | null): string | null {
  return sequence === null ? null : (entryAt(model.entries, sequence)?.g ?? null);
}

/** Returns the model at a moment; null while the present is displayed. */
function usePast(model: TraceModel, version: number, moment: number | null): TraceModel | null {
  const states = useMemo(() => createStateAsOf(model.entries), [model]);
  // Entries after a past moment do not affect it.
  const last = model.entries.at(-1)?.q ?? 0;
  const isPast = moment !== null && moment < last;
  const relevant = isPast ? 0 : version;
  return useMemo(() => {
    void relevant;
    return isPast ? { ...model, ...states.at(moment) } : null;
  }, [model, states, isPast, moment, relevant]);
}

/** Returns the status of the run at the end of a log: its final status, or running. */
function statusAtEnd({ entries }: TraceModel): TraceStatus {
  const last = entries.at(-1);
  return last?.k === "end" ? last.status : "running";
}

type Actions = Pick<Debugger, "selectGoal" | "selectSequence" | "showMoment" | "toggleEdge" | "toggleGoal">;

function createActions(fullModel: TraceModel, changeView: Debugger["changeView"]): Actions {
  return {
    selectGoal: (goal) => {
      changeView({ goal, sequence: null });
    },
    selectSequence: (sequence) => {
      changeView((before) => ({
        goal: goalAt(fullModel, sequence),
        sequence,
        moment: momentFor(before, sequence),
      }));
    },
    showMoment: (moment) => {
      changeView((before) => ({
        moment,
        // Deselect entries after the displayed moment.
        sequence:
          moment !== null && before.sequence !== null && before.sequence > moment ? null : before.sequence,
      }));
    },
    toggleEdge: (goalId) => {
      changeView((before) => toggleOpen(before, goalId));
    },
    toggleGoal: (goalId) => {
      changeView((before) => toggleFolding(fullModel.graph, before, goalId));
    },
  };
}

/** Returns the displayed moment, moved forward if needed to include a sequence; null for the present. */
export function momentFor(view: Pick<ViewState, "moment">, sequence: number): number | null {
  return view.moment === null ? null : Math.max(view.moment, sequence);
}
