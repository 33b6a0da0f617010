import type { Failure } from "../errors.ts";
import type { AppliedGoalOperation } from "../goals/goal.ts";
import type { EntryBase } from "./entry.ts";
import type { FinishReason, Usage } from "./message.ts";
import type { AgentSnapshot, LogOrigin, TracePhase, TraceStatus, WaitingFor } from "./trace.ts";

export type CallPurpose = "step" | "final" | "route" | "plan" | "critique" | "summary" | "recall" | "title";

/** One stretch of a request, with where it came from (R8). Tokens are estimates, scaled when the provider reports a total. */
export type ContextSegment = {
  readonly kind:
    | "instructions"
    | "core_skill"
    | "profile"
    | "project_context"
    | "tools"
    | "index"
    | "summary"
    | "attachments"
    | "user"
    | "assistant"
    | "tool_result"
    | "recalled"
    | "tail";
  /** Blob hash, file path or message id. */
  readonly source: string;
  readonly tokens: number;
  readonly firstSequence: number | null;
  readonly lastSequence: number | null;
  readonly cached: boolean;
};

/** The account of what one call contained. `dropped` is what was left out or folded, and why. */
export type ContextReport = {
  readonly segments: readonly ContextSegment[];
  readonly totalTokens: number;
  readonly exact: boolean;
  readonly window: number;
  readonly dropped: readonly { readonly source: string; readonly reason: string }[];
};

/**
 * How to rebuild a request byte for byte (M13): content-addressed blobs for what came from outside the log and ranges of the log for
 * the rest. `parameters` is the literal JSON text of the remaining body fields.
 */
export type RequestReference = {
  readonly renderer: number;
  readonly model: string;
  readonly quirks: string;
  /** Joined by an empty line they are the system message. */
  readonly systemBlobs: readonly string[];
  readonly toolsBlob: string | null;
  readonly tailBlob: string | null;
  /** Inclusive ranges of sequences in the resolved log (shared prefix included). */
  readonly ranges: readonly (readonly [number, number])[];
  readonly parameters: string;
  readonly sha256: string;
};

/** What becomes of a call that was in flight when its process died (R26). */
export type EffectState = "not_started" | "committed" | "unknown";
export type EffectJournalLine = {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly state: EffectState;
  readonly resolution: "rerun" | "kept" | "interrupted";
};

export type DoomLoopDetector =
  "same_call" | "cycle" | "same_error" | "no_progress" | "same_text" | "stream_repetition";
export type DoomLoopAction = "noted" | "denied" | "stopped" | "polling";

export type Todo = {
  readonly id: string;
  readonly text: string;
  readonly status: "pending" | "in_progress" | "completed";
};

/** The payload of each event type. Noun first, past tense. Adding a field needs a default on read; changing one needs a version (M20). */
export type RunEventPayloads = {
  "trace.started": {
    agent: AgentSnapshot;
    models: readonly string[];
    task: string;
    origin: LogOrigin | null;
    projectFolder: string | null;
  };
  "trace.status_changed": { status: TraceStatus; waitingFor: WaitingFor | null };
  "trace.phase_changed": { phase: TracePhase };
  "trace.resumed": { journal: readonly EffectJournalLine[]; resumeCount: number; reason: string };
  "trace.finished": {
    status: Extract<TraceStatus, "completed" | "failed" | "cancelled" | "interrupted">;
    failure: Failure | null;
    summary: string | null;
  };
  "route.decided": {
    route: "DIRECT" | "SIMPLE_TOOL" | "PLAN_REQUIRED";
    by: "rule" | "model" | "agent";
    reason: string;
  };
  "goals.changed": { operations: readonly AppliedGoalOperation[]; toolCallId: string | null };
  "todos.changed": { todos: readonly Todo[] };
  /** Names what enters calls from outside the log from here on. */
  "context.set": {
    slot: "instructions" | "tools" | "project_context";
    blob: string;
    tokens: number;
    source: string;
  };
  "call.started": {
    callId: string;
    purpose: CallPurpose;
    step: number;
    request: RequestReference;
    report: ContextReport;
  };
  "call.attempt_failed": {
    callId: string;
    attempt: number;
    model: string;
    failure: Failure;
    retryAfterMs: number | null;
    durationMs: number;
  };
  "call.finished": {
    callId: string;
    purpose: CallPurpose;
    model: string;
    attempts: number;
    finishReason: FinishReason;
    usage: Usage;
    cost: number | null;
    durationMs: number;
    firstTokenMs: number | null;
  };
  "call.failed": { callId: string; failure: Failure; attempts: number };
  "call.repaired": {
    callId: string;
    toolCallId: string;
    repair:
      | "fence_removed"
      | "double_encoded"
      | "empty_arguments"
      | "duplicate_id"
      | "missing_id"
      | "trailing_text";
    before: string;
  };
  "tool.started": { toolCallId: string; toolName: string; effect: "read_only" | "idempotent" | "effectful" };
  "tool.progressed": { toolCallId: string; text: string };
  "file.changed": {
    toolCallId: string;
    path: string;
    beforeBlob: string | null;
    afterBlob: string;
    added: number;
    removed: number;
  };
  "loop.detected": {
    detector: DoomLoopDetector;
    action: DoomLoopAction;
    count: number;
    sequences: readonly number[];
    evidence: string;
  };
  "limit.reached": { limit: "steps" | "tokens" | "duration" | "output"; used: number; allowed: number };
  "signal.received": { signalId: string; signal: "cancel"; personId: string | null; reason: string | null };
};

export type RunEventType = keyof RunEventPayloads;

/** Anything that happened in a run besides its messages. A discriminated union over `type`. */
export type RunEvent = {
  [T in RunEventType]: EntryBase & {
    readonly kind: "event";
    readonly type: T;
    readonly data: RunEventPayloads[T];
  };
}[RunEventType];

/** An entry this version does not know: kept raw, numbered, shown as such (M20). */
export type UnknownEntry = EntryBase & {
  readonly kind: "unknown";
  readonly type: string;
  readonly raw: unknown;
};
