"use client";
import { layoutGraph } from "@goaltrace/core/graph";
import type { GraphLayout } from "@goaltrace/core/graph";
import { useMemo } from "react";
import { useDebugger } from "../debugger-context.ts";
import { openAround } from "../url-state.ts";
import { foldedGoals, openEdges } from "./folding.ts";

/** Returns the layout of the displayed graph. Recomputed when the run grew or something was opened, folded or hidden. */
export function useGraphLayout(): GraphLayout {
  const { model, fullModel, version, view, onlyGoals } = useDebugger();
  const { goal, sequence, open, folded, hideAbandoned } = view;
  return useMemo(() => {
    // The graph grows in place, so memoization depends on its version.
    void version;
    const edges = openEdges({ open, goal, sequence });
    return layoutGraph(model.graph, {
      openEdges: edges.map((id) => ({ id, around: openAround({ goal, sequence }, id) })),
      openStacks: new Set(open),
      collapsed: foldedGoals(fullModel.graph, { folded, goal }),
      hideAbandoned,
      only: onlyGoals,
    });
  }, [model, fullModel, version, goal, sequence, open, folded, hideAbandoned, onlyGoals]);
}
