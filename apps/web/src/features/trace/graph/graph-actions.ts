"use client";
import { createContext, useContext } from "react";
import type { CardView } from "./card-view.ts";

/** The actions of cards and chips. The object never changes, so that cards rerender only when their content changes. */
export type GraphActions = {
  readonly activate: (card: CardView) => void;
  readonly toggleFold: (goalId: string) => void;
  readonly toggleEdge: (goalId: string) => void;
  readonly selectGoal: (goalId: string) => void;
  readonly selectSequence: (sequence: number) => void;
  /** Shows all turns of an edge in a drawer beside the graph. */
  readonly showAll: (goalId: string) => void;
};

const GraphActionsContext = createContext<GraphActions | null>(null);

export const GraphActionsProvider = GraphActionsContext.Provider;

/** Returns the actions of the enclosing graph. Throws outside of a graph. */
export function useGraphActions(): GraphActions {
  const actions = useContext(GraphActionsContext);
  if (!actions) throw new Error("useGraphActions requires a graph");
  return actions;
}
