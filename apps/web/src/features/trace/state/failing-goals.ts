import type { Graph } from "@goaltrace/core/graph";
import { oncePerPlan } from "./once-per-plan.ts";
import { pathTo } from "./selection-moves.ts";

const FAILURE_MARKS = ["error", "loop", "limit"] as const;

/** Returns the goals that failed, had an error, looped or hit a limit, and all their ancestors. Empty when nothing went wrong. */
export const failingGoals: (graph: Graph) => ReadonlySet<string> = oncePerPlan((graph) => {
  const failing = new Set<string>();
  for (const goal of graph.goals.values()) {
    const marks = graph.nodes.get(goal.id)?.markerCounts;
    const hasProblem = FAILURE_MARKS.some((kind) => marks?.has(kind) ?? false);
    if (goal.status !== "failed" && !hasProblem) continue;
    for (const id of pathTo(graph, goal.id)) failing.add(id);
  }
  return failing;
});
