import type { Failure } from "../errors.ts";

export type TraceStatus =
  "queued" | "running" | "waiting" | "completed" | "failed" | "cancelled" | "interrupted";
/** The reasons for which a run can wait. Stored and answered over REST: names stay, new ones may come. */
export const WAITING_REASONS = [
  "approval",
  "question",
  "pause",
  "budget",
  "children",
  "worker",
  "folder",
] as const;
export type WaitingFor = (typeof WAITING_REASONS)[number];
export type TracePhase =
  "idle" | "routing" | "planning" | "executing" | "reflecting" | "replanning" | "responding";
export type TraceMode = "call" | "agent";

/** Where a log begins: after entry `sequence` of another trace, whose log up to there is shared by reference. */
export type LogOrigin = {
  readonly kind: "continues" | "forks";
  readonly traceId: string;
  readonly sequence: number;
};

/** Totals of a trace's own entries. `cost` is in US dollars and null while any priced call has an unknown price. */
export type TraceTotals = {
  readonly messages: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly errors: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
  readonly cost: number | null;
  readonly durationMs: number;
};

/**
 * Thresholds of compaction in tokens that stand instead of shares of the model's window. A `clearAbove` over the limit means that nothing
 * is cleared early.
 */
export type CompactionThresholds = {
  readonly clearAbove?: number;
  readonly clearFrees?: number;
  /** Steps that a clearing has to last at the growth so far. */
  readonly clearLastsSteps?: number;
  /** From here on the next summary is written ahead; at `summariseAbove` or over it none is. */
  readonly prepareAbove?: number;
  readonly summariseAbove?: number;
};

/** Limits of one trace; null means no limit. */
export type TraceLimits = {
  readonly maxSteps: number;
  readonly maxTokens: number | null;
  readonly maxDurationMs: number | null;
  /** Absent: shares of the window. */
  readonly compaction?: CompactionThresholds;
};

/** The agent as it was when the run started, so that a log explains itself after the definition changed. */
export type AgentSnapshot = {
  readonly name: string;
  readonly instructions: string;
  readonly strategy: string;
  readonly tools: readonly string[] | "all";
  readonly limits: TraceLimits;
};

/** The header of a log: everything but `status`, `phase`, totals and the last-message fields is fixed at creation. */
export type Trace = {
  readonly id: string;
  readonly workspaceId: string;
  readonly personId: string;
  readonly conversationId: string | null;
  /** The trace whose lease covers this one; a root names itself. */
  readonly rootId: string;
  readonly parentId: string | null;
  readonly spawnedBy: { readonly messageId: string; readonly toolCallId: string } | null;
  readonly origin: LogOrigin | null;
  readonly mode: TraceMode;
  readonly agent: AgentSnapshot;
  /** Model reference as configured: `provider/model` or a bare model name. Fallbacks follow in order. */
  readonly models: readonly string[];
  readonly task: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  /** Absolute path of the project folder, null when the run has no file tools. */
  readonly projectFolder: string | null;
  readonly createdAt: number;
} & TraceProjection;

/** What changes with every append, computed by `project` and stored in the same transaction. */
export type TraceProjection = {
  readonly status: TraceStatus;
  readonly waitingFor: WaitingFor | null;
  /** The time at which a waiting run continues without a signal, milliseconds since the epoch. */
  readonly wakeAt?: number;
  readonly phase: TracePhase;
  readonly currentGoalId: string | null;
  readonly lastSequence: number;
  readonly lastMessage: string;
  readonly summary: string | null;
  readonly failure: Failure | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly totals: TraceTotals;
};

/**
 * The time at which a waiting run continues without a signal, milliseconds since the epoch; undefined while it waits for a signal alone. A run that waits for
 * its folder may continue at any time: which worker has the folder decides.
 */
export function wakeTime({
  waitingFor,
  wakeAt,
}: Pick<TraceProjection, "waitingFor" | "wakeAt">): number | undefined {
  return wakeAt ?? (waitingFor === "folder" ? 0 : undefined);
}

/** Only the projection's own fields, whatever else is given with them: a whole trace may be. */
export function projectionOf(source: TraceProjection): TraceProjection {
  return {
    status: source.status,
    waitingFor: source.waitingFor,
    ...(source.wakeAt === undefined ? {} : { wakeAt: source.wakeAt }),
    phase: source.phase,
    currentGoalId: source.currentGoalId,
    lastSequence: source.lastSequence,
    lastMessage: source.lastMessage,
    summary: source.summary,
    failure: source.failure,
    startedAt: source.startedAt,
    endedAt: source.endedAt,
    totals: source.totals,
  };
}

/** Statuses from which a trace never moves again. */
export const TERMINAL_STATUSES = [
  "completed",
  "failed",
  "cancelled",
  "interrupted",
] as const satisfies readonly TraceStatus[];

const TERMINAL: ReadonlySet<TraceStatus> = new Set(TERMINAL_STATUSES);

/** True when nothing more will be appended. */
export function isTerminal(status: TraceStatus): boolean {
  return TERMINAL.has(status);
}
