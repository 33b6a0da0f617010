"use client";
import type { Distance } from "@goaltrace/core/graph";
import { createContext, useContext } from "react";

/** The actions of boxes. The object never changes, so that boxes rerender only when their content changes. */
export type GraphActions = {
  readonly selectGoal: (goalId: string) => void;
  readonly selectSequence: (sequence: number) => void;
  /** Opens or closes the steps below a box. */
  readonly toggleSteps: (goalId: string) => void;
  /** Opens or closes the members of a stack. */
  readonly toggleStack: (id: string) => void;
  /** Folds a band to its header and bars, or unfolds it. */
  readonly toggleBand: (goalId: string, distance: Distance) => void;
  /** Shows all steps of a goal in a drawer beside the graph. */
  readonly showAll: (goalId: string) => void;
  /** Called when a box that is in view has been drawn, before it is painted. */
  readonly noteDrawn: () => void;
  /** False for boxes that the server has drawn. */
  readonly isUsable: boolean;
};

const GraphActionsContext = createContext<GraphActions | null>(null);

export const GraphActionsProvider = GraphActionsContext.Provider;

/** Returns the actions of the enclosing graph. Throws outside a graph. */
export function useGraphActions(): GraphActions {
  const actions = useContext(GraphActionsContext);
  if (!actions) throw new Error("useGraphActions requires a graph");
  return actions;
}
