import { defaultFolding } from "@goaltrace/core/graph";
import type { Graph } from "@goaltrace/core/graph";
import { pathTo } from "../selection-moves.ts";
import { toggled } from "../url-state.ts";
import type { ViewState } from "../url-state.ts";

const initialFoldings = new WeakMap<Graph, ReadonlySet<string>>();

/** The folding a run was opened with: taken at the first asking and kept, so that a run that goes on folds nothing by itself. */
function initialFolding(graph: Graph): ReadonlySet<string> {
  const initial = initialFoldings.get(graph) ?? defaultFolding(graph);
  initialFoldings.set(graph, initial);
  return initial;
}

/**
 * The goals whose sub-goals are folded away: those of the opening view, but for what was changed by hand, and never one above the
 * selection. What the selection opened closes again with it. `whole` is the graph of the whole run.
 */
export function foldedGoals(whole: Graph, view: Pick<ViewState, "folded" | "goal">): ReadonlySet<string> {
  const folded = new Set(initialFolding(whole));
  for (const id of view.folded) if (!folded.delete(id)) folded.add(id);
  if (view.goal !== null) for (const id of pathTo(whole, view.goal).slice(0, -1)) folded.delete(id);
  return folded;
}

/** Folds or unfolds a goal. Folding one above the selection takes the selection along. */
export function toggleFolding(whole: Graph, view: ViewState, goalId: string): Partial<ViewState> {
  const isFolded = foldedGoals(whole, view).has(goalId);
  const byHand = foldedGoals(whole, { folded: view.folded, goal: null }).has(goalId);
  const folded = isFolded === byHand ? toggled(view.folded, goalId) : view.folded;
  const holdsSelection =
    !isFolded && view.goal !== null && pathTo(whole, view.goal).slice(0, -1).includes(goalId);
  return holdsSelection ? { folded, goal: goalId, sequence: null } : { folded };
}

/** What to keep in the view so that exactly these goals are folded: the differences from the opening view. */
export function foldingChanges(whole: Graph, folded: Iterable<string>): readonly string[] {
  const target = new Set(folded);
  const initial = initialFolding(whole);
  return [...[...target].filter((id) => !initial.has(id)), ...[...initial].filter((id) => !target.has(id))];
}

/** The edges that are open: those opened by hand, and the one that holds the selected entry for as long as it does. */
export function openEdges(view: Pick<ViewState, "open" | "goal" | "sequence">): readonly string[] {
  const { open, goal, sequence } = view;
  return goal !== null && sequence !== null && !open.includes(goal) ? [...open, goal] : open;
}

/** Opens or closes an edge. Closing the one that holds the selected entry selects its goal instead. */
export function toggleOpen(view: ViewState, goalId: string): Partial<ViewState> {
  if (!openEdges(view).includes(goalId)) return { open: [...view.open, goalId] };
  const open = view.open.filter((id) => id !== goalId);
  return view.goal === goalId ? { open, sequence: null } : { open };
}
