/** How much a card tells: far only its status, middle its result, near the whole. */
export type ZoomLevel = "far" | "middle" | "near";

/** At this scale eight columns, a run of six goals, fit beside both panels of a usual screen. Below it a chip covers its whole gap. */
const FAR_BELOW = 0.3;
/** Below this scale a title has no room on its card and stands under it, where it has the whole column. */
const TITLE_BELOW_CARD = 0.6;
const NEAR_ABOVE = 1.4;
/** A run of usual size fits a screen at this scale; longer ones go lower. */
const DEFAULT_MIN_ZOOM = 0.05;
export const MAX_ZOOM = 2.5;

/** The level for a scale, 1 being 100 %. */
export function zoomLevel(zoom: number): ZoomLevel {
  if (zoom < FAR_BELOW) return "far";
  return zoom > NEAR_ABOVE ? "near" : "middle";
}

/** What of a card is mounted: nothing of it, the card with its title under it, or all on it. */
export type CardForm = "none" | "titled below" | "whole";

/** The form of cards at a scale. */
export function cardForm(zoom: number): CardForm {
  if (zoomLevel(zoom) === "far") return "none";
  return zoom < TITLE_BELOW_CARD ? "titled below" : "whole";
}

/** Scales from which cards and chips have room for more: a result, the line at the foot, all of a chip, several lines, more of them. */
const DETAIL_STEPS = [0.65, 0.85, 0.95, 1.42, 2.27] as const;

/** How much cards and chips have room for at a scale, from 0 to 5, as the style sheet knows it. */
export function detailLevel(zoom: number): number {
  return DETAIL_STEPS.filter((step) => zoom >= step).length;
}

/** The scale that shows a level at its best, and the order of levels from afar. */
const LEVEL_ZOOMS: readonly (readonly [ZoomLevel, number])[] = [
  ["far", 0.25],
  ["middle", 1],
  ["near", 1.75],
];

/** The scale one level nearer (1) or farther (-1). At either end, that end's own. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const index = LEVEL_ZOOMS.findIndex(([level]) => level === zoomLevel(zoom));
  const next = LEVEL_ZOOMS[Math.min(LEVEL_ZOOMS.length - 1, Math.max(0, index + direction))];
  return next?.[1] ?? 1;
}

type Size = { readonly width: number; readonly height: number };

/** The scale at which the whole graph fits the canvas, at most 100 %. */
export function fitZoom(graph: Size, canvas: Size): number {
  return Math.min(1, canvas.width / Math.max(1, graph.width), canvas.height / Math.max(1, graph.height));
}

/** The farthest one can go: far enough for the whole run, however long. */
export function minimumZoom(graph: Size, canvas: Size): number {
  if (canvas.width === 0) return DEFAULT_MIN_ZOOM;
  return Math.min(DEFAULT_MIN_ZOOM, fitZoom(graph, canvas) * 0.9);
}
