import { childIds } from "@goaltrace/core/goals";
import type { Distance, Graph } from "@goaltrace/core/graph";
import { pathTo } from "../state/selection-moves.ts";
import { NONE_FOLDED, toggled } from "../state/url-state.ts";
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

const foldedAtFirst = new WeakMap<Graph, ReadonlySet<string>>();

/**
 * Folds, outside of Map, the completed bands before the one of a verdict if, according to `fits`, the whole run is not in view otherwise: the
 * verdict counts. Bands in which the context was compacted stay open, because the verdict may be about that. Decided once per run, before
 * anything is drawn.
 */
export function foldDoneUnlessItFits(
  graph: Graph,
  verdictGoal: string,
  fits: (folded: ReadonlySet<string>) => boolean,
): void {
  if (foldedAtFirst.has(graph)) return;
  const bands = childIds(graph, graph.rootId);
  const before = bands.slice(0, Math.max(0, bands.indexOf(pathTo(graph, verdictGoal)[1] ?? "")));
  const none: ReadonlySet<string> = new Set();
  const done = before.filter(
    (id) =>
      graph.goals.get(id)?.status === "completed" &&
      childIds(graph, id).length > 0 &&
      !isCompacted(graph, id),
  );
  foldedAtFirst.set(graph, fits(none) ? none : new Set(done));
}

function isCompacted(graph: Graph, goalId: string): boolean {
  const isHere = (graph.nodes.get(goalId)?.markerCounts.get("compaction") ?? 0) > 0;
  return isHere || childIds(graph, goalId).some((id) => isCompacted(graph, id));
}

/**
 * Returns the bands that are folded outside of Map: those of the view, which are the same on every screen; as long as it has none, those that were
 * folded at first. The view also has the sub-agents that the timeline unfolds.
 */
function foldedBands(graph: Graph, bands: readonly string[]): ReadonlySet<string> {
  const folded = new Set(bands.filter((id) => graph.goals.has(id)));
  const isChosen = folded.size > 0 || bands.includes(NONE_FOLDED);
  return isChosen ? folded : (foldedAtFirst.get(graph) ?? folded);
}

/** Folds or unfolds a band outside of Map. The first time, the initial folding joins the view. */
function toggledFold(graph: Graph, bands: readonly string[], goalId: string): readonly string[] {
  const others = bands.filter((id) => !graph.goals.has(id) && id !== NONE_FOLDED);
  const folded = toggled([...foldedBands(graph, bands)], goalId);
  const startsFolded = (foldedAtFirst.get(graph)?.size ?? 0) > 0;
  return [...(folded.length === 0 && startsFolded ? [NONE_FOLDED] : folded), ...others];
}

/** The parts of the view that fold bands, with the distance at which it is drawn. */
export type BandView = Pick<ViewState, "bands" | "goal"> & { readonly distance: Distance };

export type BandFolding = { readonly folded: ReadonlySet<string>; readonly unfolded: ReadonlySet<string> };

/**
 * Returns the folding of the bands: in Map all that a person has not opened, elsewhere those that a person has folded, or that were folded at first. Bands above the
 * selection are open while it lasts.
 */
export function bandFolding(fullGraph: Graph, { distance, bands, goal }: BandView): BandFolding {
  const above = goal === null ? [] : pathTo(fullGraph, goal).slice(0, -1);
  if (distance !== "map") {
    const folded = new Set(foldedBands(fullGraph, bands));
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
  const toggle = (): readonly string[] =>
    view.distance === "map" ? toggled(view.bands, goalId) : toggledFold(fullGraph, view.bands, goalId);
  const bands = isOpen === isOpenWithoutSelection ? toggle() : view.bands;
  const holdsSelection =
    isOpen && view.goal !== null && pathTo(fullGraph, view.goal).slice(0, -1).includes(goalId);
  return holdsSelection ? { bands, goal: goalId, sequence: null } : { bands };
}

function isBandOpen(fullGraph: Graph, view: BandView, goalId: string): boolean {
  const { folded, unfolded } = bandFolding(fullGraph, view);
  return view.distance === "map" ? unfolded.has(goalId) : !folded.has(goalId);
}
