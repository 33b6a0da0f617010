import { childIds, numberGoals } from "@goaltrace/core/goals";
import type { Graph } from "@goaltrace/core/graph";
import { oncePerPlan } from "./once-per-plan.ts";

/** Returns the numbers of the goals of a run, as `numberGoals` does. */
export const planNumbers: (graph: Graph) => ReadonlyMap<string, string> = oncePerPlan(numberGoals);

/** Returns the goals of a run, each after all goals below it, so that sums are added up in one pass. Leaves out goals with circular parents. */
export const leavesFirst: (graph: Graph) => readonly string[] = oncePerPlan((graph) => {
  const order = [graph.rootId];
  const seen = new Set(order);
  for (const id of order)
    for (const child of childIds(graph, id)) {
      if (seen.has(child)) continue;
      seen.add(child);
      order.push(child);
    }
  return order.reverse();
});

/** Returns for each goal of `leavesFirst` the index of the goal above it in that list; -1 for the run. */
export const indexesAbove: (graph: Graph) => readonly number[] = oncePerPlan((graph) => {
  const order = leavesFirst(graph);
  const indexes = new Map(order.map((id, index) => [id, index]));
  return order.map((id) =>
    id === graph.rootId ? -1 : (indexes.get(graph.goals.get(id)?.parentId ?? "") ?? -1),
  );
});
