import { childIds } from "../goals/goal-tree.ts";
import { goalStatus, parentOf } from "./goal-lookup.ts";
import type { Graph } from "./graph.ts";

/** Levels below the root that are initially open. */
const OPEN_LEVELS = 2;

/**
 * Returns the goals that are folded when a run is opened: all with sub-goals from the second level on, except those above a failure or
 * above the active goal. Computed once; a running log folds nothing automatically, so that visible parts stay in place.
 */
export function defaultFolding(graph: Graph): ReadonlySet<string> {
  const kept = new Set<string>();
  const keepAbove = (goalId: string): void => {
    for (let id = parentOf(graph, goalId); !kept.has(id); id = parentOf(graph, id)) kept.add(id);
  };
  if (goalStatus(graph, graph.rootId) === "in_progress") keepAbove(graph.activeId);
  for (const goal of graph.goals.values()) if (goal.status === "failed") keepAbove(goal.id);
  const folded = new Set<string>();
  const pending: { readonly id: string; readonly level: number }[] = [{ id: graph.rootId, level: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { id, level } = next;
    const children = childIds(graph, id);
    if (children.length === 0) continue;
    if (level >= OPEN_LEVELS && !kept.has(id)) folded.add(id);
    for (const child of children) pending.push({ id: child, level: level + 1 });
  }
  return folded;
}

/** Returns the goal with the first failure or error and its sequence; null for a run without errors. */
export function firstError(graph: Graph): { readonly goalId: string; readonly sequence: number } | null {
  let first: { goalId: string; sequence: number } | null = null;
  for (const node of graph.order) {
    const marker = node.markers.find((candidate) => candidate.kind === "error");
    if (marker !== undefined && (first === null || marker.sequence < first.sequence))
      first = { goalId: node.goalId, sequence: marker.sequence };
  }
  return first;
}
