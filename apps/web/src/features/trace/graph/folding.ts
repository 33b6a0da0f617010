import { defaultFolding } from "@goaltrace/core/graph";
import type { Graph } from "@goaltrace/core/graph";
import { pathTo } from "../state/selection-moves.ts";
import { toggled } from "../state/url-state.ts";
import type { ViewState } from "../state/url-state.ts";

const initialFoldings = new WeakMap<Graph, ReadonlySet<string>>();

/** Returns the initial folding of a run. It is computed once, so that a growing run never folds anything automatically. */
function initialFolding(graph: Graph): ReadonlySet<string> {
  const initial = initialFoldings.get(graph) ?? defaultFolding(graph);
  initialFoldings.set(graph, initial);
  return initial;
}

/**
 * Returns the folded goals: the initial folding with the person's changes, without the ancestors of the selection. Goals that the selection
 * unfolded fold again when it changes. `fullGraph` is the graph of the whole run.
 */
export function foldedGoals(fullGraph: Graph, view: Pick<ViewState, "folded" | "goal">): ReadonlySet<string> {
  const folded = new Set(initialFolding(fullGraph));
  for (const id of view.folded) if (!folded.delete(id)) folded.add(id);
  if (view.goal !== null) for (const id of pathTo(fullGraph, view.goal).slice(0, -1)) folded.delete(id);
  return folded;
}

/** Folds or unfolds a goal. Folding an ancestor of the selection selects that ancestor. */
export function toggleFolding(fullGraph: Graph, view: ViewState, goalId: string): Partial<ViewState> {
  const isFolded = foldedGoals(fullGraph, view).has(goalId);
  const isFoldedWithoutSelection = foldedGoals(fullGraph, { folded: view.folded, goal: null }).has(goalId);
  const folded = isFolded === isFoldedWithoutSelection ? toggled(view.folded, goalId) : view.folded;
  const holdsSelection =
    !isFolded && view.goal !== null && pathTo(fullGraph, view.goal).slice(0, -1).includes(goalId);
  return holdsSelection ? { folded, goal: goalId, sequence: null } : { folded };
}

/** Returns the differences from the initial folding that produce exactly these folded goals. */
export function foldingChanges(fullGraph: Graph, folded: Iterable<string>): readonly string[] {
  const target = new Set(folded);
  const initial = initialFolding(fullGraph);
  return [...[...target].filter((id) => !initial.has(id)), ...[...initial].filter((id) => !target.has(id))];
}

/** Returns the open edges: those opened by hand and the one with the selected entry. */
export function openEdges(view: Pick<ViewState, "open" | "goal" | "sequence">): readonly string[] {
  const { open, goal, sequence } = view;
  return goal !== null && sequence !== null && !open.includes(goal) ? [...open, goal] : open;
}

/** Opens or closes an edge. Closing the edge with the selected entry selects its goal instead. */
export function toggleOpen(view: ViewState, goalId: string): Partial<ViewState> {
  if (!openEdges(view).includes(goalId)) return { open: [...view.open, goalId] };
  const open = view.open.filter((id) => id !== goalId);
  return view.goal === goalId ? { open, sequence: null } : { open };
}
