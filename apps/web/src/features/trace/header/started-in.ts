import type { Graph } from "@goaltrace/core/graph";
import type { TreeRun } from "../../../lib/run-tree/use-run-tree.ts";
import { planNumbers } from "../state/plan-order.ts";

/**
 * Returns the goal of this run that started the sub-agent at `index` of its tree; null for the first goal, and where the previous sub-agent of this run
 * has just said it. The agents below that one are between the two.
 */
export function startedIn(
  graph: Graph,
  runs: readonly Pick<TreeRun, "id" | "parentId">[],
  index: number,
): string | null {
  const run = runs[index];
  if (run === undefined) return null;
  const goalId = graph.agents.get(run.id)?.goalId;
  if (goalId === undefined || goalId === graph.rootId) return null;
  const before = runs.slice(0, index).findLast(({ parentId }) => parentId === run.parentId);
  if (before !== undefined && graph.agents.get(before.id)?.goalId === goalId) return null;
  return `${planNumbers(graph).get(goalId) ?? ""} ${graph.goals.get(goalId)?.title ?? ""}`.trim();
}
