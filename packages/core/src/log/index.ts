export { isAnswerCall } from "./answer-call.ts";
export {
  type Budget,
  BUDGET_EXAMPLE,
  BUDGET_UNITS,
  type BudgetUnit,
  formatAmount,
  formatBudget,
  isEmptyBudget,
  parseBudget,
} from "./budget.ts";
export { callsEndedBy } from "./calls-ended.ts";
export { countOf } from "./count-of.ts";
export { describeCall, describeFailure } from "./describe.ts";
export { type EntryRef, formatEntryRef } from "./entry-ref.ts";
export type { Entry, EntryDraft } from "./entry.ts";
export { entryInUse, ERASED_TEXT } from "./erased.ts";
export { type EventHandlers, type EventOf, handleEvent } from "./events/event-handlers.ts";
export type { LogSegment } from "./fork.ts";
export { joinOutput, keepEnd, type OutputPiece } from "./live-output.ts";
export { isWithoutCall } from "./is-without-call.ts";
export { type DetectedLoop, isSameLoop, mergeLoops } from "./merge-loops.ts";
export type {
  AssistantMessage,
  ContentPart,
  Message,
  ToolCall,
  ToolMessage,
  ToolOutcome,
  Usage,
  UserMessage,
} from "./message.ts";
export { handleOutline, type OutlineHandlers, type OutlineOf } from "./outline-handlers.ts";
export type { OutlineEntry } from "./outline.ts";
export { type PackedOutline, packOutline, readPackedOutline, unpackOutline } from "./pack-outline.ts";
export { checkPairing } from "./pairing.ts";
export { emptyProjection, projectEntry } from "./project.ts";
export type {
  ContextReport,
  ContextSegment,
  FileVersion,
  LedgerLine,
  ProjectContextLayer,
  RequestReference,
  RunEvent,
  RunEventPayloads,
  UncoveredReason,
} from "./run-event.ts";
export { STRATEGY_NAMES, type StrategyName } from "./strategy-names.ts";
export {
  entryMoment,
  foldLength,
  type LengthFold,
  NO_LENGTH,
  outlineMoment,
  type RunLength,
  runLength,
} from "./run-length.ts";
export { createSequencer } from "./sequence.ts";
export { OUTLINE_VERSION, toOutline } from "./to-outline.ts";
export { RECALLING_TOOLS, recallingResults } from "./recalling-results.ts";
export { agentNames } from "./agent-name.ts";
export { givenBudget, type RunLimit, runLimits } from "./run-limits.ts";
export { treeBudget, type TreeSpending } from "./tree-budget.ts";
export { treeRoom } from "./tree-room.ts";
export { eraseFromTrace, isErasedWith, REPEATING_TYPES, toTombstone } from "./tombstone.ts";
export {
  ALL_SERVER_TOOLS,
  allToolsOf,
  ASK_USER_TOOL,
  EXPLORE_TOOL,
  GOAL_TOOL,
  isServerTool,
  listsTool,
  MEMORY_READING_TOOLS,
  PROFILE_WRITING_TOOLS,
  SERVER_TOOL_SEPARATOR,
  WRITE_MEMORY_TOOL,
} from "./tool-names.ts";
export { type RunTimes, workedMs } from "./worked-time.ts";
export { phaseOf, type PhaseFacts, type RunPhase } from "./phase-of.ts";
export {
  type AgentRoute,
  type AgentSnapshot,
  isTerminal,
  type LogOrigin,
  pickProjection,
  TERMINAL_STATUSES,
  type Trace,
  type TraceLimits,
  type TraceMode,
  type TracePhase,
  type TraceProjection,
  type TraceStatus,
  WAITING_REASONS,
  type WaitingFor,
  wakeTime,
} from "./trace.ts";
export { readEntry, storedVersion, withTraceId, writeEntry } from "./upcast.ts";
export type { Delta, CallWaiting, DeltaWithdrawn, Update } from "./update.ts";
