import * as geometry from "./geometry.ts";
import type { GraphLayout, LayoutEdge, LayoutNode, Point } from "./layout-parts.ts";

/** Returns the center of an edge's chip: in the gap before its target. */
export function chipCenter(target: Pick<LayoutNode, "x" | "y">): Point {
  return { x: target.x - geometry.COLUMN_GAP / 2, y: target.y + geometry.CARD_HEIGHT / 2 };
}

/** Returns the corners of a wire from the middle of the source's right side to the middle of the target's left side. */
export function wireCorners(layout: Pick<GraphLayout, "nodes">, edge: LayoutEdge): readonly Point[] {
  const target = layout.nodes[edge.targetColumn];
  if (target === undefined) return [];
  const source = layout.nodes[edge.sourceColumn];
  const end = { x: target.x, y: centerY(target) };
  if (source === undefined) return [{ x: target.x - geometry.COLUMN_GAP, y: end.y }, end];
  const start = { x: source.x + source.width, y: centerY(source) };
  const out = start.x + geometry.WIRE_STUB;
  const isNext = edge.targetColumn - edge.sourceColumn === 1;
  // The root's line is straight: it holds only outcomes.
  if (start.y === end.y && (isNext || target.lane === 0)) return [start, end];
  if (isNext) return [start, { x: out, y: start.y }, { x: out, y: end.y }, end];
  // Bypass other cards above those of the target's lane.
  const channel = target.y - geometry.WIRE_CHANNEL;
  const back = target.x - geometry.COLUMN_GAP + geometry.WIRE_RETURN;
  return [
    start,
    { x: out, y: start.y },
    { x: out, y: channel },
    { x: back, y: channel },
    { x: back, y: end.y },
    end,
  ];
}

function centerY(node: LayoutNode): number {
  return node.y + geometry.CARD_HEIGHT / 2;
}
