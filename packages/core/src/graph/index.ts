export { applyEntry, createGraph } from "./apply-event.ts";
export { subGoalCounts } from "./collapse.ts";
export { defaultFolding, firstError } from "./default-folding.ts";
export { deriveGraph } from "./derive-graph.ts";
export { type EdgeMarks, edgeMarks, type LoopMark, type CompactionMark } from "./edge-marks.ts";
export { INLINE_CALL_LIMIT, type OpenTurn, type TurnCount, expandEdge } from "./expand-edge.ts";
export {
  CARD_HEIGHT,
  CARD_WIDTH,
  COLUMN_GAP,
  COLUMN_PITCH,
  FIRST_LANE_Y,
  LANE_PITCH,
  LEFT_MARGIN,
  STACK_LINE_HEIGHT,
  WIRE_STUB,
} from "./geometry.ts";
export {
  type EdgeTotals,
  type Graph,
  type GraphCall,
  type GraphMarker,
  type GraphTurn,
  type MarkerCounts,
  START_ID,
} from "./graph.ts";
export { layoutGraph } from "./layout.ts";
export type { Box, GraphLayout, LayoutEdge, LayoutNode, LayoutOptions, Point } from "./layout-parts.ts";
export { type TreeFilter, treeRows } from "./tree-rows.ts";
export { type GraphWindow, selectWindow, WINDOW_MARGIN } from "./window.ts";
export { chipCenter, wireCorners } from "./wires.ts";
