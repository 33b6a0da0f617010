import type { Graph } from "@goaltrace/core/graph";
import type { Direction } from "./selection-moves.ts";

/** Returns the folded goals after closing the deepest open level (-1) or opening the highest closed one (1). */
export function foldLevel(
  graph: Pick<Graph, "children" | "rootId">,
  folded: readonly string[],
  direction: Direction,
): readonly string[] {
  const closed = new Set(folded);
  let level: readonly string[] = [graph.rootId];
  let deepestOpen: readonly string[] = [];
  while (level.length > 0) {
    const parents = level.filter((id) => (graph.children.get(id)?.length ?? 0) > 0);
    const closedHere = parents.filter((id) => closed.has(id));
    if (direction === 1 && closedHere.length > 0) return folded.filter((id) => !closedHere.includes(id));
    const open = parents.filter((id) => !closed.has(id));
    // The top-level goals stay visible.
    if (open.length > 0 && level[0] !== graph.rootId) deepestOpen = open;
    level = open.flatMap((id) => graph.children.get(id) ?? []);
  }
  return direction === 1 ? folded : [...folded, ...deepestOpen];
}
