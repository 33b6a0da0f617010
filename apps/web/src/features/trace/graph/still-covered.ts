import { WINDOW_MARGIN } from "@goaltrace/core/graph";
import { zoomLevel } from "./zoom-level.ts";

/** The camera as React Flow keeps it. */
export type Transform = readonly [x: number, y: number, zoom: number];

/** The window is taken anew when what is in sight comes this near to its end, in graph pixels: time to mount before it is seen. */
const MIN_SPARE = 150;
/** One that was taken much farther out holds far more than is in sight. */
const MAX_ZOOM_RATIO = 1.6;

/**
 * Whether the window of cards that was taken for one camera still serves another: it covers what is in sight as cards, and does not hold
 * much more than that. Sizes of the canvas in screen pixels.
 */
export function isStillCovered(
  before: Transform,
  now: Transform,
  canvas: { readonly width: number; readonly height: number },
): boolean {
  // Afar nothing of it is in sight: what is mounted waits there for the way back.
  if (zoomLevel(now[2]) === "far") return true;
  if (zoomLevel(before[2]) === "far" || now[2] > before[2] * MAX_ZOOM_RATIO) return false;
  const reach = WINDOW_MARGIN - MIN_SPARE;
  return isWithin(visibleEdges(before, 0, canvas.width), visibleEdges(now, 0, canvas.width), reach)
    ? isWithin(visibleEdges(before, 1, canvas.height), visibleEdges(now, 1, canvas.height), reach)
    : false;
}

type Edges = readonly [from: number, to: number];

/** What is in sight along an axis, in graph pixels. */
function visibleEdges(transform: Transform, axis: 0 | 1, size: number): Edges {
  const from = -transform[axis] / transform[2];
  return [from, from + size / transform[2]];
}

function isWithin(taken: Edges, seen: Edges, reach: number): boolean {
  return seen[0] >= taken[0] - reach && seen[1] <= taken[1] + reach;
}
