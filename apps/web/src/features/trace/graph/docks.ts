import type { GraphLayout, LayoutNode } from "@goaltrace/core/graph";

/** The cards beyond one side of the canvas: how many there are, and the nearest one that needs attention. */
export type Dock = {
  readonly count: number;
  readonly nearest: LayoutNode;
  readonly tone: "quiet" | "failed" | "live";
};
export type Docks = { readonly left: Dock | null; readonly right: Dock | null };

/** Returns the columns of cards that need attention. Computed once per layout, so that panning only looks up neighbors. */
export function findProblemColumns(layout: GraphLayout): readonly number[] {
  return layout.nodes.flatMap((node, column) => (dockTone(node) === "quiet" ? [] : [column]));
}

/** Returns the docks for the visible range, in graph pixels. */
export function computeDocks(
  layout: GraphLayout,
  problemColumns: readonly number[],
  shown: { readonly from: number; readonly to: number },
): Docks {
  const firstIn = countWhile(layout.nodes.length, (column) => rightEdge(layout.nodes[column]) < shown.from);
  const firstAfter = countWhile(layout.nodes.length, (column) => (layout.nodes[column]?.x ?? 0) < shown.to);
  const before = countWhile(problemColumns.length, (index) => (problemColumns[index] ?? 0) < firstIn);
  const after = countWhile(problemColumns.length, (index) => (problemColumns[index] ?? 0) < firstAfter);
  return {
    left: dock(layout, firstIn, problemColumns[before - 1] ?? firstIn - 1),
    right: dock(layout, layout.nodes.length - firstAfter, problemColumns[after] ?? firstAfter),
  };
}

function dock(layout: GraphLayout, count: number, column: number): Dock | null {
  const nearest = layout.nodes[column];
  return count === 0 || nearest === undefined ? null : { count, nearest, tone: dockTone(nearest) };
}

function dockTone({ contents, status, kind }: LayoutNode): Dock["tone"] {
  if (contents.live) return "live";
  return status === "failed" || (kind !== "outcome" && contents.failed > 0) ? "failed" : "quiet";
}

function rightEdge(node: LayoutNode | undefined): number {
  return node === undefined ? 0 : node.x + node.width;
}

/**
 * Returns the length of the prefix that satisfies a predicate. The predicate must be true for a prefix and false after it. O(log length).
 */
function countWhile(length: number, predicate: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (predicate(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
