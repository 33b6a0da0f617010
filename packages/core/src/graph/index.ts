export { applyEntry, createGraph } from "./apply-event.ts";
export { deriveGraph } from "./derive-graph.ts";
export {
  INLINE_CALL_LIMIT,
  type OpenEdge,
  type OpenTurn,
  type TurnCount,
  turnsOf,
  type TurnsOptions,
} from "./expand-edge.ts";
export {
  CARD_HEIGHT,
  CARD_WIDTH,
  CHIP_HEIGHT,
  COLUMN_GAP,
  COLUMN_PITCH,
  LANE_PITCH,
  OPEN_LINE_HEIGHT,
  OPEN_PADDING,
  STACK_LINE_HEIGHT,
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
export {
  type Box,
  type GraphLayout,
  layoutGraph,
  type LayoutEdge,
  type LayoutLane,
  type LayoutNode,
  type LayoutOptions,
  type Point,
} from "./layout.ts";
export { FAN_OUT_LIMIT, LANE_LIMIT, ROW_LIMIT } from "./place-node.ts";
export { treeRows, type TreeRow } from "./tree-rows.ts";
export {
  type GraphWindow,
  windowOf,
  WINDOW_EDGE_LIMIT,
  WINDOW_NODE_LIMIT,
  type WindowOptions,
} from "./window.ts";
