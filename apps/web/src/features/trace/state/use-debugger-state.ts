"use client";
import type { Trace, TraceProjection, TraceStatus } from "@goaltrace/core/log";
import { useMemo, useState } from "react";
import type { Debugger, DebuggerActions, LogState } from "./debugger.ts";
import { useIsPainted } from "../../../lib/use-is-painted.ts";
import { failingGoals } from "./failing-goals.ts";
import { shownLog } from "./shown-log.ts";
import type { ShownLog } from "./shown-log.ts";
import { createShownWindow } from "./shown-window.ts";
import { createStateAsOf } from "./state-as-of.ts";
import { createTraceModel, entryAt } from "./trace-model.ts";
import type { TraceModel } from "./trace-model.ts";
import type { ViewState } from "./url-state.ts";
import { useRunMoment } from "./use-run-moment.ts";
import { useViewState } from "./use-view-state.ts";
import type { ChangeView } from "./use-view-state.ts";

export type DebuggerInput = {
  readonly workspace: string;
  readonly trace: Trace;
  /** Null until the log has loaded. */
  readonly model: TraceModel | null;
  readonly version: number;
};

/** The log before it has loaded. Nothing is ever appended to it. */
const NO_LOG = createTraceModel([], () => undefined);

/** Returns the view of one run and all state derived from it. */
export function useDebuggerState({ workspace, trace, model, version }: DebuggerInput): Debugger {
  const whole = model ?? NO_LOG;
  const [urlView, changeView] = useViewState(trace.id);
  // A link may name only an entry; select its goal as well.
  const goal = urlView.goal ?? goalAt(whole, urlView.sequence);
  const view = useMemo(() => (goal === urlView.goal ? urlView : { ...urlView, goal }), [urlView, goal]);
  const [shownWindow] = useState(createShownWindow);
  const run = useMemo(() => ({ workspace, traceId: trace.id }), [workspace, trace.id]);
  const past = usePast(whole, version, view.moment);
  const projection = useRunMoment(workspace, trace.id, past === null ? null : view.moment).data?.projection;
  const actions = useMemo(
    () => ({ ...createActions(whole, changeView), reportWindow: shownWindow.set }),
    [whole, changeView, shownWindow],
  );
  const { filter } = view;
  const loaded = model !== null;
  const isPainted = useIsPainted(loaded);
  const log = useMemo((): LogState => {
    // The log grows in place, so hooks that depend on it depend on its version.
    void version;
    const fullModel = shownLog(whole);
    const shown = past ?? fullModel;
    const common = {
      loaded,
      isPainted,
      presentTrace: trace,
      fullModel,
      model: shown,
      onlyGoals: filter === "failing" ? failingGoals(shown.graph) : null,
    };
    if (past === null) return { ...common, trace, totals: trace.totals, isNow: true };
    return {
      ...common,
      trace: traceAt(trace, past, projection),
      totals: projection?.totals ?? null,
      isNow: false,
    };
  }, [loaded, isPainted, trace, whole, version, past, projection, filter]);
  return useMemo(() => ({ run, view, log, actions, shownWindow }), [run, view, log, actions, shownWindow]);
}

function goalAt(model: Pick<TraceModel, "entries">, sequence: number | null): string | null {
  return sequence === null ? null : (entryAt(model.entries, sequence)?.g ?? null);
}

/** Returns the log up to a moment; null while the present is displayed. */
function usePast(model: TraceModel, version: number, moment: number | null): ShownLog | null {
  const states = useMemo(() => createStateAsOf(model.entries), [model]);
  // Entries after a past moment do not affect it.
  const last = model.entries.at(-1)?.q ?? 0;
  const isPast = moment !== null && moment < last;
  const relevant = isPast ? 0 : version;
  return useMemo(() => {
    void relevant;
    return isPast ? states.at(moment) : null;
  }, [states, isPast, moment, relevant]);
}

/** Returns the run as of a moment. While its projection loads, only the data of the outline is known. */
function traceAt(trace: Trace, past: ShownLog, projection: TraceProjection | undefined): Trace {
  const last = past.entries.at(-1)?.t ?? null;
  const unknown = { status: statusAtEnd(past), waitingFor: null, summary: null, failure: null };
  const then = projection ?? unknown;
  // An open run has lasted until the moment, not until now.
  return { ...trace, ...then, startedAt: trace.startedAt, endedAt: last };
}

/** Returns the status of the run at the end of a log: its final status, or running. */
function statusAtEnd({ entries }: ShownLog): TraceStatus {
  const last = entries.at(-1);
  return last?.k === "end" ? last.status : "running";
}

/** Returns the actions on the view of a run. They stay the same while its log grows. */
export function createActions(
  whole: TraceModel,
  changeView: ChangeView,
): Omit<DebuggerActions, "reportWindow"> {
  return {
    changeView,
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
        // Deselect entries after the displayed moment.
        sequence:
          moment !== null && before.sequence !== null && before.sequence > moment ? null : before.sequence,
      }));
    },
  };
}

/** Returns the displayed moment, moved forward if needed to include a sequence; null for the present. */
export function momentFor(view: Pick<ViewState, "moment">, sequence: number): number | null {
  return view.moment === null ? null : Math.max(view.moment, sequence);
}
