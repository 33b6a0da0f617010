/** How much a card tells: far only its status, middle its result, near the whole (D3). */
export type ZoomLevel = "far" | "middle" | "near";

const FAR_BELOW = 0.45;
const NEAR_ABOVE = 1.4;
/** Below this a screen would hold more columns than may be mounted. */
export const MINIMUM_ZOOM = 0.05;
export const MAXIMUM_ZOOM = 2.5;

/** The level for a scale, 1 being 100 %. */
export function zoomLevel(zoom: number): ZoomLevel {
  if (zoom < FAR_BELOW) return "far";
  return zoom > NEAR_ABOVE ? "near" : "middle";
}
