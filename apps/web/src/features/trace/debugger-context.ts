"use client";
import type { Trace } from "@goaltrace/core/log";
import { createContext, useContext } from "react";
import type { TraceModel } from "./trace-model.ts";
import type { ViewState } from "./url-state.ts";
import type { ChangeView } from "./use-view-state.ts";

/** The range of sequences in the main panel, both ends included. */
export type SequenceWindow = { readonly from: number; readonly to: number };

/** The state shared by all panels of the debugger: the run, its model, the view, and the actions that change the view. */
export type Debugger = {
  readonly workspace: string;
  /** The run at the displayed moment. Before the last moment its status is `running`. */
  readonly trace: Trace;
  /** The model at the displayed moment. */
  readonly model: TraceModel;
  /** Increases when the model grows. Panels recompute when it changes. */
  readonly version: number;
  /** The model of the whole log, including entries after the displayed moment. */
  readonly fullModel: TraceModel;
  /** False while an earlier moment is displayed. */
  readonly isNow: boolean;
  /** The goals that pass the filter (`filter=failing`); null when all goals pass. */
  readonly onlyGoals: ReadonlySet<string> | null;
  readonly view: ViewState;
  readonly changeView: ChangeView;
  /** Selects a goal. */
  readonly selectGoal: (goalId: string) => void;
  /** Selects an entry and its goal. An entry after the displayed moment moves the moment there. */
  readonly selectSequence: (sequence: number) => void;
  /** Displays the run as of a sequence; null displays its current state. */
  readonly showMoment: (sequence: number | null) => void;
  /** Expands or collapses the edge that leads to a goal. */
  readonly toggleEdge: (goalId: string) => void;
  /** Collapses or expands the sub-goals of a goal. */
  readonly toggleGoal: (goalId: string) => void;
  /** Reports the visible range of a view to the scrubber. */
  readonly reportWindow: (shown: SequenceWindow | null) => void;
};

/** The identity of a run. It is stable while the run grows, so that components that need only this do not rerender. */
export type RunReference = { readonly workspace: string; readonly traceId: string };

const RunContext = createContext<RunReference | null>(null);

export const RunProvider = RunContext.Provider;

/** Returns the run of the enclosing debugger. Throws outside of a debugger. */
export function useRun(): RunReference {
  const run = useContext(RunContext);
  if (!run) throw new Error("useRun requires a debugger");
  return run;
}

const DebuggerContext = createContext<Debugger | null>(null);

export const DebuggerProvider = DebuggerContext.Provider;

/** Returns the state of the enclosing debugger. Throws outside of a debugger. */
export function useDebugger(): Debugger {
  const shared = useContext(DebuggerContext);
  if (!shared) throw new Error("useDebugger requires a debugger");
  return shared;
}
