export { assertNever, toFailure, GoaltraceError, type Failure, type GoaltraceErrorCode } from "./errors.ts";
export { generalAgent } from "./agents/presets.ts";
export { createAgent, type Agent } from "./library/create-agent.ts";
export type { AgentLimits, AgentOptions, AgentPorts, TaskOptions } from "./library/agent-options.ts";
export type { AgentModel } from "./library/agent-models.ts";
export type { AgentRun, RunResult } from "./library/agent-run.ts";
export { openAiModel, type OpenAiModelOptions } from "./library/open-ai-model.ts";
export { formatGoals } from "./goals/format-goals.ts";
export { react } from "./strategies/react.ts";
export type { RunState } from "./loop/run-state.ts";
export { newRun, type NewRun } from "./new-run.ts";
export { run, type RunOptions } from "./run.ts";
export type { RunPorts } from "./loop/ports.ts";
export type { Strategy, StrategyAction } from "./loop/strategy.ts";
export { nearestName } from "./nearest-name.ts";
export { replayTranscript, type ReplayOptions, type ReplayStep } from "./compaction/replay-transcript.ts";
export type { TranscriptMessage } from "./compaction/transcript-entries.ts";
export { summaryRequest } from "./compaction/summary-request.ts";
export type { View } from "./context/view.ts";
export { createAssembler } from "./context/assemble.ts";
export { windowBudget, type WindowBudget } from "./compaction/window-budget.ts";
export { requestBlobHashes, rebuildRequest } from "./context/rebuild-request.ts";
export { wireQuirks } from "./context/wire-quirks.ts";
export type { ProjectContextFile } from "./context/agents-md.ts";
export { projectContextSource } from "./loop/context/project-context-source.ts";
export type { Blob, BlobStore } from "./ports/blob-store.ts";
export type { Clock, Hash, Ids, Random } from "./ports/clock.ts";
export type { HttpResponse, HttpRequest, HttpTransport } from "./ports/http-transport.ts";
export type { Jobs } from "./ports/jobs.ts";
export type { LiveFeed, LiveNotice, PartialCall } from "./ports/live-feed.ts";
export type { Logger } from "./ports/logger.ts";
export type {
  ModelAnswer,
  ModelClient,
  ModelDirectory,
  ModelOutcome,
  ModelProfile,
  ModelRequest,
  ReceivedToolCall,
} from "./ports/model-client.ts";
export type { DecidedBy, Permission, PermissionDecision, PermissionRequest } from "./ports/permission.ts";
export type { Redactor } from "./ports/redactor.ts";
export type {
  ContextSource,
  LoadedContext,
  RunEnvironment,
  RunEnvironments,
  SourceRun,
} from "./ports/run-environment.ts";
export type { Scope } from "./ports/scope.ts";
export type { Tokenizer } from "./ports/tokenizer.ts";
export {
  defineTool,
  type FileKnowledge,
  type RecordableEvent,
  type Tool,
  type ToolAnnotations,
  type ToolContext,
  type ToolDefinition,
  type ToolResult,
  type ToolSet,
} from "./ports/tool.ts";
export { errorResult } from "./tools/error-result.ts";
export { logTools } from "./tools/log-tools.ts";
export { createToolSet, narrowTools } from "./tools/tool-set.ts";
export type { TraceSearchStore } from "./ports/trace-search.ts";
export type { AppendBatch, Lease, Page, SignalStore, TraceFilter, TraceStore } from "./ports/trace-store.ts";
export { ANSWERS } from "./signals/answers.ts";
export { type CarriedSignal, isCarriedOver } from "./signals/carry-over.ts";
export { payloadSchema } from "./signals/payload-schema.ts";
export {
  type KnownSignal,
  readSignal,
  type Signal,
  type SignalBody,
  type SignalEnvelope,
  type SignalKind,
  SIGNAL_KINDS,
} from "./signals/signal.ts";
export { signalId } from "./signals/signal-id.ts";
export { callsEndedBy } from "./log/calls-ended.ts";
export type { Entry } from "./log/entry.ts";
export type { Update } from "./log/update.ts";
export type { LogOrigin, Trace, TraceStatus } from "./log/trace.ts";
