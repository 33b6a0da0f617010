import { COLUMN_PITCH, LEFT_MARGIN } from "./geometry.ts";
import type { Box, GraphLayout, LayoutEdge, LayoutNode } from "./layout-parts.ts";

/** Maximum number of mounted nodes (from the speed table of the spec). */
const WINDOW_NODE_LIMIT = 300;
/** Maximum number of mounted edges. */
const WINDOW_EDGE_LIMIT = 600;
/** Margin around the viewport in which nodes are mounted ahead of a pan, in pixels at 100 %. */
export const WINDOW_MARGIN = 400;

/**
 * The nodes and edges to mount for a viewport (in graph pixels): nodes nearest to its center, and the edges that touch one of them.
 * Everything else in view is `far`: index ranges into the layout's nodes and edges, for drawing on a canvas. `always` lists nodes to mount
 * regardless of position (selection, focus).
 */
export type GraphWindow = {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
  readonly far: {
    readonly nodeRange: readonly [number, number];
    readonly edgeRange: readonly [number, number];
    readonly crossing: readonly LayoutEdge[];
  };
};

export type WindowOptions = { readonly limit?: number; readonly always?: readonly string[] };

/** Selects the window of a viewport. Columns are evenly spaced and hold one node each, so the column serves as the spatial index. */
export function selectWindow(layout: GraphLayout, viewport: Box, options: WindowOptions = {}): GraphWindow {
  const { limit = WINDOW_NODE_LIMIT } = options;
  const from = clamp(
    Math.floor((viewport.x - WINDOW_MARGIN - LEFT_MARGIN) / COLUMN_PITCH),
    layout.nodes.length,
  );
  const until = clamp(
    Math.ceil((viewport.x + viewport.width + WINDOW_MARGIN - LEFT_MARGIN) / COLUMN_PITCH),
    layout.nodes.length,
  );
  const chosen = new Map<string, LayoutNode>();
  for (const id of options.always ?? []) {
    const node = layout.nodes[layout.columnIndex(id)];
    if (node !== undefined && chosen.size < limit) chosen.set(id, node);
  }
  const middle = clamp(
    Math.round((viewport.x + viewport.width / 2 - LEFT_MARGIN) / COLUMN_PITCH),
    layout.nodes.length,
  );
  for (
    let distance = 0;
    chosen.size < limit && (middle - distance >= from || middle + distance < until);
    distance += 1
  ) {
    for (const index of [middle - distance, middle + distance]) {
      const node = index >= from && index < until ? layout.nodes[index] : undefined;
      if (node !== undefined && chosen.size < limit && overlaps(layout, node, viewport))
        chosen.set(node.id, node);
    }
  }
  const edgeRange: readonly [number, number] = [firstEdgeInto(layout, from), firstEdgeInto(layout, until)];
  const nodes = [...chosen.values()].sort((left, right) => left.x - right.x);
  return {
    nodes,
    edges: edgesInto(layout, chosen),
    far: { nodeRange: [from, until], edgeRange, crossing: crossingEdges(layout, from, until) },
  };
}

function edgesInto(layout: GraphLayout, chosen: ReadonlyMap<string, LayoutNode>): LayoutEdge[] {
  const edges: LayoutEdge[] = [];
  for (const id of chosen.keys()) {
    const index = layout.columnIndex(id);
    for (let at = firstEdgeInto(layout, index); edges.length < WINDOW_EDGE_LIMIT; at += 1) {
      const edge = layout.edges[at];
      if (edge?.target !== id) break;
      edges.push(edge);
    }
  }
  return edges;
}

/** Edges that reach into or across the range of columns without ending in it. */
function crossingEdges(layout: GraphLayout, from: number, until: number): LayoutEdge[] {
  return layout.longEdges
    .filter(({ sourceColumn, targetColumn }) => {
      const endsInside = targetColumn >= from && targetColumn < until;
      return (
        !endsInside &&
        Math.min(sourceColumn, targetColumn) < until &&
        Math.max(sourceColumn, targetColumn) >= from
      );
    })
    .slice(0, WINDOW_EDGE_LIMIT);
}

/** Index of the first edge whose target is in or right of a column. */
function firstEdgeInto(layout: GraphLayout, column: number): number {
  let low = 0;
  let high = layout.edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((layout.edges[middle]?.targetColumn ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Open parts hang below their card, down to the end of the lane. */
function overlaps(layout: GraphLayout, node: LayoutNode, viewport: Box): boolean {
  const bottom = node.y + (layout.lanes[node.lane]?.height ?? node.height);
  return bottom >= viewport.y - WINDOW_MARGIN && node.y <= viewport.y + viewport.height + WINDOW_MARGIN;
}

function clamp(index: number, length: number): number {
  return Math.min(Math.max(0, index), length);
}
