import type { Failure } from "../errors.ts";
import type { Budget } from "./budget.ts";

export type TraceStatus =
  | "queued"
  | "running"
  | "waiting"
  | "completed"
  | "failed"
  | "cancelled"
  | "interrupted";
/** The reasons why a run can wait. Stored and returned over REST: names never change, new ones may be added. */
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
  | "idle"
  | "routing"
  | "planning"
  | "executing"
  | "reflecting"
  | "checking"
  | "learning"
  | "replanning"
  | "responding";
export type TraceMode = "call" | "agent";

/** The start of a log: after entry `sequence` of another trace, whose log up to there is shared by reference. */
export type LogOrigin = {
  readonly kind: "continues" | "forks";
  readonly traceId: string;
  readonly sequence: number;
};

/**
 * Totals of a trace's own entries. `cost` is in US dollars and null when the price of any call is unknown. `durationMs` is the time from its
 * start to its last entry, `waitedMs` the part of it in which nothing of the run could run.
 */
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
  /** Absent without waits, and in what earlier versions wrote. */
  readonly waitedMs?: number;
};

/**
 * Compaction thresholds in tokens that override the shares of the model's window. A `clearAbove` above the limit disables early clearing.
 */
export type CompactionThresholds = {
  readonly clearAbove?: number;
  readonly clearFrees?: number;
  /** Number of steps that a clearing must last at the current growth. */
  readonly clearLastsSteps?: number;
  /** Starts the background summary; a value of at least `summariseAbove` disables it. */
  readonly prepareAbove?: number;
  readonly summariseAbove?: number;
};

/** Limits of one trace; null means no limit. */
export type TraceLimits = {
  readonly maxSteps: number;
  readonly maxTokens: number | null;
  readonly maxDurationMs: number | null;
  /** Default: shares of the window. */
  readonly compaction?: CompactionThresholds;
};

/** The ways that a message can be worked on with the strategy `auto`. Stored with agents and runs: names never change. */
export const AGENT_ROUTES = ["DIRECT", "SIMPLE_TOOL", "PLAN_REQUIRED"] as const;
export type AgentRoute = (typeof AGENT_ROUTES)[number];

/** The agent at the start of the run, so that a log explains itself after the definition has changed. */
export type AgentSnapshot = {
  readonly name: string;
  readonly instructions: string;
  readonly strategy: string;
  /** The route of every message with the strategy `auto`. @default rules and the model decide */
  readonly route?: AgentRoute | undefined;
  readonly tools: readonly string[] | "all";
  readonly limits: TraceLimits;
  /** Its right to use memory. @default find, read and write entries */
  readonly memory?: "none" | "read" | undefined;
  /** Where its definition comes from. @default it is built in, or of a program */
  readonly definition?: AgentSource | undefined;
};

/** The definition behind an agent: the highest place that defines it, and the version in the workspace, null if it has none there. */
export type AgentSource = {
  readonly layer: "workspace" | "project";
  readonly version: number | null;
  /** The agent whose rules and budget hold for it too. @default none */
  readonly basis?: string | undefined;
};

/** The caller's own decision about the calls of a run, in addition to the rules of its workspace, agent and conversation. */
export type TracePermission = {
  /** `nobody`: calls that need a person do not run. */
  readonly approver: "people" | "nobody";
  /** Calls that are allowed, as `formatTarget` writes them. */
  readonly allow: readonly string[];
};

/** The header of a log. Everything except the projection is fixed at creation. */
export type Trace = {
  readonly id: string;
  readonly workspaceId: string;
  readonly personId: string;
  readonly conversationId: string | null;
  /** The trace whose lease covers this one; its own id for a root. */
  readonly rootId: string;
  readonly parentId: string | null;
  readonly spawnedBy: { readonly messageId: string; readonly toolCallId: string } | null;
  readonly origin: LogOrigin | null;
  readonly mode: TraceMode;
  readonly agent: AgentSnapshot;
  /** Model references as configured: `provider/model` or a bare model name. Fallbacks follow in order. */
  readonly models: readonly string[];
  readonly task: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  /** Absolute path of the project folder, null when the run has no file tools. */
  readonly projectFolder: string | null;
  /** @default people decide, nothing else is allowed */
  readonly permission?: TracePermission;
  /** The budget at the start of the run; people may change it while the run continues. @default none */
  readonly budget?: Budget;
  readonly createdAt: number;
  /** The API key that started the run, for its limits: a claim returns it; other reads and exports leave it out. */
  readonly keyId?: string;
} & TraceProjection;

/** The fields that change with appends, computed by `project` and stored in the same transaction. */
export type TraceProjection = {
  readonly status: TraceStatus;
  readonly waitingFor: WaitingFor | null;
  /** The time at which a waiting run continues without a signal, in milliseconds since the epoch. */
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
 * Returns the time at which a waiting run continues without a signal, in milliseconds since the epoch; undefined while it waits only for a
 * signal. A run that waits for its folder may continue at any time, on any worker that has the folder.
 */
export function wakeTime({
  waitingFor,
  wakeAt,
}: Pick<TraceProjection, "waitingFor" | "wakeAt">): number | undefined {
  return wakeAt ?? (waitingFor === "folder" ? 0 : undefined);
}

/** Returns only the projection's fields; a whole trace may be passed in. */
export function pickProjection(source: TraceProjection): TraceProjection {
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

/** Statuses that a trace never leaves. */
export const TERMINAL_STATUSES = [
  "completed",
  "failed",
  "cancelled",
  "interrupted",
] as const satisfies readonly TraceStatus[];

const TERMINAL: ReadonlySet<TraceStatus> = new Set(TERMINAL_STATUSES);

/** Returns true when nothing more will be appended. */
export function isTerminal(status: TraceStatus): boolean {
  return TERMINAL.has(status);
}
