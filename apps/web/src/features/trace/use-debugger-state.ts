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

/** What all panels share, as of the moment shown, and the same as of now for what speaks of the whole run. */
export type DebuggerState = {
  readonly shared: Debugger;
  readonly present: Debugger;
  readonly shownWindow: ShownWindow;
};

/** Holds the view of one run and everything that follows from it. */
export function useDebuggerState({ workspace, trace, model, version }: DebuggerInput): DebuggerState {
  const [urlView, changeView] = useViewState();
  // A link may name an entry alone: what shows goals follows it all the same.
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
      whole: model,
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

/** The model as of a moment; null while the present is shown. */
function usePast(model: TraceModel, version: number, moment: number | null): TraceModel | null {
  const states = useMemo(() => createStateAsOf(model.entries), [model]);
  // While the moment lies before the newest entry, what is appended does not concern it.
  const last = model.entries.at(-1)?.q ?? 0;
  const isPast = moment !== null && moment < last;
  const relevant = isPast ? 0 : version;
  return useMemo(() => {
    void relevant;
    return isPast ? { ...model, ...states.at(moment) } : null;
  }, [model, states, isPast, moment, relevant]);
}

/** How the run stood at the end of a log: as it ended, or at work. */
function statusAtEnd({ entries }: TraceModel): TraceStatus {
  const last = entries.at(-1);
  return last?.k === "end" ? last.status : "running";
}

type Actions = Pick<Debugger, "selectGoal" | "selectSequence" | "showMoment" | "toggleEdge" | "toggleGoal">;

function createActions(whole: TraceModel, changeView: Debugger["changeView"]): Actions {
  return {
    selectGoal: (goal) => {
      changeView({ goal, sequence: null });
    },
    selectSequence: (sequence) => {
      changeView((before) => ({
        goal: goalAt(whole, sequence),
        sequence,
        moment: momentFor(before, sequence),
      }));
    },
    showMoment: (moment) => {
      changeView((before) => ({
        moment,
        // What has not happened yet cannot be looked at.
        sequence:
          moment !== null && before.sequence !== null && before.sequence > moment ? null : before.sequence,
      }));
    },
    toggleEdge: (goalId) => {
      changeView((before) => toggleOpen(before, goalId));
    },
    toggleGoal: (goalId) => {
      changeView((before) => toggleFolding(whole.graph, before, goalId));
    },
  };
}

/** The moment to show so that a sequence is in it. */
export function momentFor(view: Pick<ViewState, "moment">, sequence: number): number | null {
  return view.moment === null ? null : Math.max(view.moment, sequence);
}
