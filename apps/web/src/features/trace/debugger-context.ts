"use client";
import type { Trace } from "@goaltrace/core/log";
import { createContext, useContext } from "react";
import type { TraceModel } from "./trace-model.ts";
import type { ViewState } from "./url-state.ts";
import type { ChangeView } from "./use-view-state.ts";

/** The stretch of sequences that the middle of the page shows, both ends included. */
export type SequenceWindow = { readonly from: number; readonly to: number };

/** What every panel of the debugger shares: the run, its model, the view, and the ways to change what one looks at. */
export type Debugger = {
  readonly workspace: string;
  /** The run as of the moment shown: while that is not the last one, it stands as `running`. */
  readonly trace: Trace;
  /** What is known as of the moment shown. */
  readonly model: TraceModel;
  /** Grows with the model; panels compute anew when it does. */
  readonly version: number;
  /** The whole log, also what lies after the moment shown. */
  readonly whole: TraceModel;
  /** False while an earlier moment is shown. */
  readonly isNow: boolean;
  /** The goals that the filter lets through (`filter=failing`); null lets all of them through. */
  readonly onlyGoals: ReadonlySet<string> | null;
  readonly view: ViewState;
  readonly changeView: ChangeView;
  /** Looks at a goal as a whole. */
  readonly selectGoal: (goalId: string) => void;
  /** Looks at one entry, and through it at its goal. One after the moment shown moves the moment there. */
  readonly selectSequence: (sequence: number) => void;
  /** Shows the run as of a sequence; null shows it as it is now. */
  readonly showMoment: (sequence: number | null) => void;
  /** Opens or closes the edge that leads to a goal. */
  readonly toggleEdge: (goalId: string) => void;
  /** Folds or unfolds a goal's sub-goals. */
  readonly toggleGoal: (goalId: string) => void;
  /** A view tells the scrubber what it shows. */
  readonly reportWindow: (shown: SequenceWindow | null) => void;
};

/** Which run this is. It stays the same while the run grows, so that what only needs this draws nothing anew. */
export type RunReference = { readonly workspace: string; readonly traceId: string };

const RunContext = createContext<RunReference | null>(null);

export const RunProvider = RunContext.Provider;

/** The run that this component is about. Throws outside of a debugger. */
export function useRun(): RunReference {
  const run = useContext(RunContext);
  if (!run) throw new Error("useRun outside of a debugger");
  return run;
}

const DebuggerContext = createContext<Debugger | null>(null);

export const DebuggerProvider = DebuggerContext.Provider;

/** The debugger this component is part of. Throws outside of one: a panel alone has nothing to show. */
export function useDebugger(): Debugger {
  const shared = useContext(DebuggerContext);
  if (!shared) throw new Error("useDebugger outside of a debugger");
  return shared;
}
