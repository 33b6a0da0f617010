"use client";
import { createContext, useContext } from "react";
import type { CardView } from "./card-view.ts";

/** What cards and chips can ask for. It never changes, so that a card draws anew only when what it shows did. */
export type GraphActions = {
  readonly activate: (card: CardView) => void;
  readonly toggleFold: (goalId: string) => void;
  readonly toggleEdge: (goalId: string) => void;
  readonly selectGoal: (goalId: string) => void;
  readonly selectSequence: (sequence: number) => void;
  /** Shows all turns of an edge beside the graph. */
  readonly showAll: (goalId: string) => void;
};

const GraphActionsContext = createContext<GraphActions | null>(null);

export const GraphActionsProvider = GraphActionsContext.Provider;

/** The actions of the graph this is part of. Throws outside of one. */
export function useGraphActions(): GraphActions {
  const actions = useContext(GraphActionsContext);
  if (!actions) throw new Error("useGraphActions outside of a graph");
  return actions;
}
