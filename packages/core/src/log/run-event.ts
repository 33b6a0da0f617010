import type { Failure } from "../errors.ts";
import type { AppliedGoalOperation } from "../goals/goal.ts";
import type { EntryBase } from "./entry-base.ts";
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

/** Where the prefix of the previous call ended early (R7), by the event that changed the view. */
export type CacheBreak = {
  readonly kind: ContextSegment["kind"];
  readonly source: string;
  readonly reason: "cleared" | "summarised";
  /** Tokens behind the break that an earlier call had already paid for. */
  readonly tokens: number;
};

/** The account of what one call contained. `dropped` is what was left out or folded, and why. */
export type ContextReport = {
  readonly segments: readonly ContextSegment[];
  /** The first segment whose change made the provider's cache miss what followed, and what was sent anew for it; null when nothing broke. */
  readonly cacheBreak?: CacheBreak | null;
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
  /**
   * Since renderer 2: sequence of the newest event that changed the view (`context.cleared`, `compaction.finished`) before this request,
   * 0 for none. What it and its forerunners cleared stands as placeholders, and the newest summary stands in front.
   */
  readonly view?: number;
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

/** What asked for a compaction: a threshold, an endpoint that refused the length, or a person or the model (C7). */
export type CompactionReason = "threshold" | "too_long" | "asked";

/** What the folded part held and what became of it in the summary, by code (C6b). */
export type LedgerLine = {
  readonly kind: "goal" | "requirement" | "decision" | "file" | "number";
  readonly text: string;
  readonly sequence: number;
  readonly state: "kept" | "reworded" | "dropped";
  /** The words in which a reworded one stands there now; missing in older logs and for other states. */
  readonly now?: string;
};

/** One AGENTS.md file in a project context: its whole length, what of it the model reads, and what that takes (R9). */
export type ProjectContextLayer = {
  readonly path: string;
  readonly characters: number;
  readonly shownCharacters: number;
  readonly tokens: number;
};

/** A file before and after a change. */
export type FileVersion = "before" | "after";

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
    /** The files that a project context was joined from, outermost first; missing in older logs and for other slots. */
    layers?: readonly ProjectContextLayer[];
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
    /** What the run does about it from here on, besides trying again: this model's calls are written as text (R27). */
    fallback?: "text_tools";
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
    /** Versions that are not kept, because a known secret stands in them: their blobs are names only. Missing when both are kept. */
    withheld?: readonly FileVersion[];
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
  /** Precedes the result it belongs to; the blob holds every byte, the result a preview (C2). */
  "result.spilled": {
    toolCallId: string;
    toolName: string;
    blob: string;
    characters: number;
    shownCharacters: number;
    tokens: number;
  };
  /** From here on these results stand in the view as one line each (C3). Tokens are of the whole view. */
  "context.cleared": {
    sequences: readonly number[];
    reason: CompactionReason;
    beforeTokens: number;
    afterTokens: number;
  };
  "compaction.started": {
    compactionId: string;
    reason: CompactionReason;
    focus: string | null;
    beforeTokens: number;
    window: number;
  };
  /** Everything up to `toSequence` stands in the view as marker, attachments and summary (C4). Tokens are of the whole view. */
  "compaction.finished": {
    compactionId: string;
    reason: CompactionReason;
    layer: "summarise";
    source: "model" | "extractive";
    focus: string | null;
    beforeTokens: number;
    afterTokens: number;
    /** `afterTokens / beforeTokens`. */
    ratio: number;
    messagesFolded: number;
    /** First and last message that the view showed before and that are folded now. */
    fromSequence: number;
    toSequence: number;
    markerBlob: string;
    attachmentsBlob: string;
    summaryBlob: string;
    /** User messages that the summary does not show whole; null when it shows all. */
    archiveBlob: string | null;
    /** Tokens of the three texts. */
    headTokens: {
      readonly marker: number;
      readonly attachments: number;
      readonly summary: number;
    };
    ledger: readonly LedgerLine[];
    /** US dollars of the summary's call; null when unknown, 0 when no model was asked. */
    cost: number | null;
    callId: string | null;
  };
  /** A summary that could not be used (C6). Code writes one in its place, at once or, when it was being written ahead, when it is needed. */
  "compaction.failed": {
    compactionId: string;
    problem: "failed" | "empty" | "not_smaller" | "endless";
    message: string;
    failuresInRow: number;
    /** Tokens of all messages of the log, by which the breaker measures growth. */
    logTokens: number;
    callId: string | null;
  };
  /** A model's summary of everything up to `toSequence`, written ahead while the run went on. The next compaction takes it, or it is discarded (C6c). */
  "compaction.prepared": {
    callId: string;
    toSequence: number;
    textBlob: string;
    tokens: number;
    /** US dollars of the call; null when unknown. */
    cost: number | null;
  };
  /**
   * A summary that was written ahead, or still was being, and is not taken: so much came after it that it no longer fits, another compaction
   * came first, or the run stopped.
   */
  "compaction.discarded": { callId: string; why: "outgrown" | "superseded" | "stopped" };
  /** A person wants this text kept through compactions (C6b). */
  "compaction.pinned": { signalId: string; personId: string | null; text: string };
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
