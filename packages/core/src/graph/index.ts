export { applyEntry, createGraph } from "./apply-event.ts";
export { type SubGoalCounts, subGoalCounts } from "./collapse.ts";
export { defaultFolding, firstError } from "./default-folding.ts";
export { deriveGraph } from "./derive-graph.ts";
export { type EdgeMarks, edgeMarks, type LoopMark, type CompactionMark } from "./edge-marks.ts";
export {
  INLINE_CALL_LIMIT,
  type OpenEdge,
  type OpenTurn,
  type TurnCount,
  expandEdge,
  type ExpandOptions,
} from "./expand-edge.ts";
export {
  CARD_HEIGHT,
  CARD_WIDTH,
  CHIP_HEIGHT,
  COLUMN_GAP,
  COLUMN_PITCH,
  FIRST_LANE_Y,
  LANE_PITCH,
  LEFT_MARGIN,
  OPEN_LINE_HEIGHT,
  OPEN_PADDING,
  OPEN_WIDTH,
  STACK_LINE_HEIGHT,
  WIRE_STUB,
} from "./geometry.ts";
export {
  type EdgeTotals,
  type Graph,
  type GraphCall,
  type GraphChange,
  type GraphEdge,
  type GraphMarker,
  type GraphNode,
  type GraphOutcome,
  type GraphStack,
  type GraphTurn,
  type MarkerCounts,
  START_ID,
} from "./graph.ts";
export { layoutGraph } from "./layout.ts";
export {
  type Box,
  type GraphLayout,
  type LayoutEdge,
  type LayoutLane,
  type LayoutNode,
  type LayoutOptions,
  type Point,
} from "./layout-parts.ts";
export { FAN_OUT_LIMIT, LANE_LIMIT, ROW_LIMIT } from "./place-node.ts";
export { type TreeFilter, treeRows, type TreeRow } from "./tree-rows.ts";
export {
  type GraphWindow,
  selectWindow,
  WINDOW_EDGE_LIMIT,
  WINDOW_MARGIN,
  WINDOW_NODE_LIMIT,
  type WindowOptions,
} from "./window.ts";
export { chipCenter, wireCorners } from "./wires.ts";
