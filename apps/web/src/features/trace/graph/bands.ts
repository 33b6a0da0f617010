import type { Distance, Graph } from "@goaltrace/core/graph";
import { pathTo } from "../state/selection-moves.ts";
import { toggled } from "../state/url-state.ts";
import type { ViewState } from "../state/url-state.ts";

const openedAtFirst = new WeakMap<Graph, ReadonlySet<string>>();

/**
 * Returns the bands that Map opens on its own: above the live tip, or above the failures of a run that has ended. Computed once, so a growing
 * run opens nothing.
 */
function initiallyOpen(graph: Graph): ReadonlySet<string> {
  const known = openedAtFirst.get(graph);
  if (known !== undefined) return known;
  const open = new Set<string>();
  const openAbove = (goalId: string): void => {
    for (const id of pathTo(graph, goalId)) open.add(id);
  };
  if (graph.goals.get(graph.rootId)?.status === "in_progress") openAbove(graph.activeId);
  else for (const goal of graph.goals.values()) if (goal.status === "failed") openAbove(goal.id);
  openedAtFirst.set(graph, open);
  return open;
}

/**
 * Keeps the bands above the live tip folded in Map if, according to `fits`, the whole run is in view only then: the overview is then more useful than
 * the newest results. Decided once per run, before anything is drawn; failures stay open.
 */
export function foldTipIfItFits(graph: Graph, fits: (unfolded: ReadonlySet<string>) => boolean): void {
  const none: ReadonlySet<string> = new Set();
  const isActive = graph.goals.get(graph.rootId)?.status === "in_progress";
  if (openedAtFirst.has(graph) || !isActive) return;
  if (!fits(initiallyOpen(graph)) && fits(none)) openedAtFirst.set(graph, none);
}

/** The parts of the view that fold bands, with the distance at which it is drawn. */
export type BandView = Pick<ViewState, "bands" | "goal"> & { readonly distance: Distance };

export type BandFolding = { readonly folded: ReadonlySet<string>; readonly unfolded: ReadonlySet<string> };

/**
 * Returns the folding of the bands: in Map all that a person has not opened, elsewhere those that a person has folded. Bands above the
 * selection are open while it lasts.
 */
export function bandFolding(fullGraph: Graph, { distance, bands, goal }: BandView): BandFolding {
  const above = goal === null ? [] : pathTo(fullGraph, goal).slice(0, -1);
  if (distance !== "map") {
    const folded = new Set(bands);
    for (const id of above) folded.delete(id);
    return { folded, unfolded: new Set() };
  }
  const unfolded = new Set(initiallyOpen(fullGraph));
  for (const id of bands) if (!unfolded.delete(id)) unfolded.add(id);
  for (const id of above) unfolded.add(id);
  return { folded: new Set(), unfolded };
}

/** Folds or unfolds a band. Folding a band above the selection selects the band. */
export function toggleBand(fullGraph: Graph, view: BandView, goalId: string): Partial<ViewState> {
  const isOpen = isBandOpen(fullGraph, view, goalId);
  const isOpenWithoutSelection = isBandOpen(fullGraph, { ...view, goal: null }, goalId);
  const bands = isOpen === isOpenWithoutSelection ? toggled(view.bands, goalId) : view.bands;
  const holdsSelection =
    isOpen && view.goal !== null && pathTo(fullGraph, view.goal).slice(0, -1).includes(goalId);
  return holdsSelection ? { bands, goal: goalId, sequence: null } : { bands };
}

function isBandOpen(fullGraph: Graph, view: BandView, goalId: string): boolean {
  const { folded, unfolded } = bandFolding(fullGraph, view);
  return view.distance === "map" ? unfolded.has(goalId) : !folded.has(goalId);
}
