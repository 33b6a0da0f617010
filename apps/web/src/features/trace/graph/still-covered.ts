import { WINDOW_MARGIN } from "@goaltrace/core/graph";
import { zoomLevel } from "./zoom-level.ts";

/** The camera in React Flow's format. */
export type Transform = readonly [x: number, y: number, zoom: number];

/**
 * The window is replaced when the visible area comes this close to its edge, in graph pixels, so that cards mount before they are visible.
 */
const MIN_SPARE = 150;
/** A window from a camera this many times farther out holds far more than is visible. */
const MAX_ZOOM_RATIO = 1.6;

/**
 * Whether the window of cards for one camera still serves another: it covers the visible cards and does not hold many more. Canvas sizes
 * are in screen pixels.
 */
export function isStillCovered(
  before: Transform,
  now: Transform,
  canvas: { readonly width: number; readonly height: number },
): boolean {
  // Mounted cards are hidden in the far view and kept for the way back.
  if (zoomLevel(now[2]) === "far") return true;
  if (zoomLevel(before[2]) === "far" || now[2] > before[2] * MAX_ZOOM_RATIO) return false;
  const reach = WINDOW_MARGIN - MIN_SPARE;
  return isWithin(visibleEdges(before, 0, canvas.width), visibleEdges(now, 0, canvas.width), reach)
    ? isWithin(visibleEdges(before, 1, canvas.height), visibleEdges(now, 1, canvas.height), reach)
    : false;
}

type Edges = readonly [from: number, to: number];

/** Returns the visible range along an axis, in graph pixels. */
function visibleEdges(transform: Transform, axis: 0 | 1, size: number): Edges {
  const from = -transform[axis] / transform[2];
  return [from, from + size / transform[2]];
}

function isWithin(taken: Edges, seen: Edges, reach: number): boolean {
  return seen[0] >= taken[0] - reach && seen[1] <= taken[1] + reach;
}
