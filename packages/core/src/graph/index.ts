export { applyEntry, createGraph } from "./apply-event.ts";
export { defaultFolding, firstError } from "./default-folding.ts";
export { deriveGraph } from "./derive-graph.ts";
export { edgeMarks } from "./edge-marks.ts";
export { INLINE_CALL_LIMIT, type OpenTurn, type TurnCount, expandEdge } from "./expand-edge.ts";
export {
  type EdgeTotals,
  type Graph,
  type GraphAgent,
  type GraphCall,
  type GraphMarker,
  type GraphPort,
  type GraphTurn,
  type MarkerCounts,
} from "./graph.ts";
export { createJournal, type RecordingJournal } from "./journal.ts";
export { type TreeFilter, treeRows } from "./tree-rows.ts";
export {
  type Distance,
  DISTANCES,
  glyphX,
  isNarrow,
  metricsOf,
  nextDistance,
} from "./storyboard/distance.ts";
export {
  clampScroll,
  firstCamera,
  firstDistance,
  fittingDistance,
  followCamera,
  isWholeInView,
  keepAnchor,
} from "./storyboard/first-view.ts";
export { BAR_HEIGHT, BAR_WIDTH, INLINE_BARS } from "./storyboard/layout-bars.ts";
export { BOTTOM, handBackRise, layoutStory } from "./storyboard/layout-story.ts";
export type { Part } from "./storyboard/story-rows.ts";
export { agentPlaceId, type Story, storyOf } from "./storyboard/story.ts";
export type { PanelRequest, PlacedBar, Storyboard, StoryBox, StoryLine } from "./storyboard/storyboard.ts";
export { type AgentWork, type BoardSums, boardSums, type StorySums } from "./storyboard/sums.ts";
export { boxesToMount, lineAt, linesBetween } from "./storyboard/window.ts";
export {
  type Bead,
  beadAt,
  chipWidth,
  isTight,
  textWidth,
  type WireRow,
  wireRow,
} from "./storyboard/wire-row.ts";
export { concurrentCalls, overlappingCalls } from "./waterfall/concurrent-calls.ts";
export {
  criticalPath,
  pathFigures,
  type PathFigures,
  type PathSums,
  pausesUntil,
  spareTimes,
  sumPath,
  tipOf,
} from "./waterfall/critical-path.ts";
export type { OpenAgents } from "./waterfall/agent-rows.ts";
export { applyTiming } from "./waterfall/fold-timing.ts";
export { createTiming, type Timing } from "./waterfall/timing.ts";
export { goalTimes, type GoalTime, workIn } from "./waterfall/goal-sums.ts";
export {
  foldedAtFirst,
  layoutWaterfall,
  ROW_HEIGHTS,
  rowAt,
  rowsBetween,
  TOUCH_HEIGHTS,
  type Waterfall,
} from "./waterfall/layout-waterfall.ts";
export type { WaterfallRow } from "./waterfall/waterfall-row.ts";
export { LOAD_COLUMN, type LoadColumn, loadColumns } from "./waterfall/load-columns.ts";
export {
  fittingStep,
  foldOf,
  halvingStep,
  ladderStep,
  type TimeScale,
  timeScale,
} from "./waterfall/time-scale.ts";
export {
  endOf,
  type Pause,
  type PieceKind,
  piecesOf,
  type TimedCall,
  type TimedLane,
} from "./waterfall/timed-call.ts";
export { type Wait, waitsOf } from "./waterfall/waits.ts";
