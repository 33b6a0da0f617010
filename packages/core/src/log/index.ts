export { isAnswerCall } from "./answer-call.ts";
export {
  DESCRIPTION_LENGTH,
  describeAssistant,
  describeCall,
  describeTool,
  describeUser,
  oneLine,
} from "./describe.ts";
export type { Entry, EntryDraft } from "./entry.ts";
export { type EntryRef, formatEntryRef, parseEntryRef } from "./entry-ref.ts";
export { type EventHandlers, type EventOf, handleEvent } from "./events/event-handlers.ts";
export { type LogHeader, type LogSegment, resolveLog, joinSegments } from "./fork.ts";
export type {
  AssistantMessage,
  ContentPart,
  FinishReason,
  Message,
  ToolCall,
  ToolMessage,
  ToolOutcome,
  Usage,
  UserMessage,
} from "./message.ts";
export { checkPairing, type PairingViolation } from "./pairing.ts";
export { emptyProjection, projectEntry } from "./project.ts";
export { compareReplay, type Divergence, type RecordedCall, type Recording, toRecording } from "./replay.ts";
export type {
  CacheBreak,
  CallPurpose,
  CompactionReason,
  ContextReport,
  ContextSegment,
  DoomLoopAction,
  DoomLoopDetector,
  EffectJournalLine,
  EffectState,
  FileVersion,
  LedgerLine,
  ProjectContextLayer,
  RequestReference,
  RunEvent,
  RunEventPayloads,
  RunEventType,
  Todo,
  UnknownEntry,
} from "./run-event.ts";
export { createSequencer, type Sequencer } from "./sequence.ts";
export { joinOutput, keepEnd, type OutputPiece } from "./live-output.ts";
export {
  createOutlineWriter,
  packOutline,
  type PackedOutline,
  readPackedOutline,
  unpackOutline,
} from "./pack-outline.ts";
export { OUTLINE_VERSION, toOutline } from "./to-outline.ts";
export type { OutlineEntry } from "./outline.ts";
export { handleOutline, type OutlineHandlers, type OutlineOf } from "./outline-handlers.ts";
export { GOAL_TOOL } from "./tool-names.ts";
export { ERASED_TEXT } from "./erased.ts";
export { isErasedWith, REPEATING_TYPES, toTombstone } from "./tombstone.ts";
export { buildTraceTree, type TraceTree } from "./trace-tree.ts";
export {
  type AgentSnapshot,
  isTerminal,
  pickProjection,
  type LogOrigin,
  TERMINAL_STATUSES,
  type Trace,
  type TraceLimits,
  type TraceMode,
  type TracePhase,
  type TraceProjection,
  type TraceStatus,
  type TraceTotals,
  type WaitingFor,
  WAITING_REASONS,
  wakeTime,
} from "./trace.ts";
export type { Trust } from "./trust.ts";
export type { Delta, DeltaWithdrawn, Update } from "./update.ts";
export { withTraceId, readEntry, storedVersion, writeEntry } from "./upcast.ts";
