/** The detail of cards: far shows the status, middle adds the result, near shows everything. */
export type ZoomLevel = "far" | "middle" | "near";

/** At this scale eight columns, a run of six goals, fit between both panels of a typical screen. Below it, a chip covers its whole gap. */
const FAR_BELOW = 0.3;
/** Below this scale, a title does not fit on its card and moves below it, where it has the whole column. */
const TITLE_BELOW_CARD = 0.6;
const NEAR_ABOVE = 1.4;
/** The scale at which typical runs fit a screen. Longer runs go lower. */
const DEFAULT_MIN_ZOOM = 0.05;
export const MAX_ZOOM = 2.5;

/** Returns the zoom level for a scale, where 1 is 100%. */
export function zoomLevel(zoom: number): ZoomLevel {
  if (zoom < FAR_BELOW) return "far";
  return zoom > NEAR_ABOVE ? "near" : "middle";
}

/** The form of mounted cards: none, a card with its title below, or a full card. */
export type CardForm = "none" | "titled below" | "whole";

/** Returns the form of cards at a scale. */
export function cardForm(zoom: number): CardForm {
  if (zoomLevel(zoom) === "far") return "none";
  return zoom < TITLE_BELOW_CARD ? "titled below" : "whole";
}

/** Scales at which cards and chips have room for more: a result, the bottom line, a full chip, several lines, even more lines. */
const DETAIL_STEPS = [0.65, 0.85, 0.95, 1.42, 2.27] as const;

/** Returns the detail step of a scale, from 0 to 5, for the style sheet. */
export function detailLevel(zoom: number): number {
  return DETAIL_STEPS.filter((step) => zoom >= step).length;
}

/** The best scale of each level, from far to near. */
const LEVEL_ZOOMS: readonly (readonly [ZoomLevel, number])[] = [
  ["far", 0.25],
  ["middle", 1],
  ["near", 1.75],
];

/** Returns the scale one level nearer (1) or farther (-1), limited to the first and last level. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const index = LEVEL_ZOOMS.findIndex(([level]) => level === zoomLevel(zoom));
  const next = LEVEL_ZOOMS[Math.min(LEVEL_ZOOMS.length - 1, Math.max(0, index + direction))];
  return next?.[1] ?? 1;
}

type Size = { readonly width: number; readonly height: number };

/** Returns the scale at which the whole graph fits the canvas, at most 100%. */
export function fitZoom(graph: Size, canvas: Size): number {
  return Math.min(1, canvas.width / Math.max(1, graph.width), canvas.height / Math.max(1, graph.height));
}

/** Returns the minimum scale, at which the whole run fits, however long it is. */
export function minimumZoom(graph: Size, canvas: Size): number {
  if (canvas.width === 0) return DEFAULT_MIN_ZOOM;
  return Math.min(DEFAULT_MIN_ZOOM, fitZoom(graph, canvas) * 0.9);
}
