"use client";
import type { Trace } from "@goaltrace/core/log";
import { createContext, useContext } from "react";
import type { TraceModel } from "./trace-model.ts";
import type { ViewState } from "./url-state.ts";
import type { ChangeView } from "./use-view-state.ts";

/** What every panel of the debugger shares: the run, its model, the view, and the ways to change what one looks at. */
export type Debugger = {
  readonly workspace: string;
  readonly trace: Trace;
  readonly model: TraceModel;
  /** Grows with the model; panels compute anew when it does. */
  readonly version: number;
  readonly view: ViewState;
  readonly changeView: ChangeView;
  /** Looks at a goal as a whole. */
  readonly selectGoal: (goalId: string) => void;
  /** Looks at one entry, and through it at its goal. */
  readonly selectSequence: (sequence: number) => void;
  /** Opens or closes the edge that leads to a goal. */
  readonly toggleEdge: (goalId: string) => void;
  /** Folds or unfolds a goal's sub-goals. */
  readonly toggleGoal: (goalId: string) => void;
};

const DebuggerContext = createContext<Debugger | null>(null);

export const DebuggerProvider = DebuggerContext.Provider;

/** The debugger this component is part of. Throws outside of one: a panel alone has nothing to show. */
export function useDebugger(): Debugger {
  const shared = useContext(DebuggerContext);
  if (!shared) throw new Error("useDebugger outside of a debugger");
  return shared;
}
