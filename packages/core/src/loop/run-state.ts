import { createGoalTree } from "../goals/goal-tree.ts";
import type { GoalTree } from "../goals/goal.ts";
import { createGuardState, type GuardState } from "../guards/doom-loop/guard-state.ts";
import type { AssistantMessage, ToolCall } from "../log/message.ts";
import type { RunEventPayloads, Todo } from "../log/run-event.ts";
import type { WaitingFor } from "../log/trace.ts";

type ContextSlot = RunEventPayloads["context.set"];

/** A tool call that has no result yet. `started` is null until `tool.started` was logged. */
export type OpenCall = {
  readonly call: ToolCall;
  readonly goalId: string;
  readonly started: RunEventPayloads["tool.started"]["effect"] | null;
};

/**
 * The knowledge of a run, derived from its log and from nothing else: folding the same entries after a crash gives the same state.
 * Mutable on purpose: one more entry must not cost a copy of a long history.
 */
export type RunState = {
  goals: GoalTree;
  todos: readonly Todo[];
  /** Newest value of each context slot. */
  readonly context: Map<ContextSlot["slot"], ContextSlot>;
  readonly openCalls: Map<string, OpenCall>;
  readonly callIds: Set<string>;
  /** sha256 of files as this conversation last read or wrote them. */
  readonly files: Map<string, string>;
  readonly guard: GuardState;
  lastAssistant: AssistantMessage | null;
  /** Steps, tokens and limits of this trace only, not of the turns before it. */
  steps: number;
  tokens: number;
  limit: RunEventPayloads["limit.reached"] | null;
  stopped: boolean;
  finalRequested: boolean;
  canceled: { readonly reason: string | null } | null;
  /** Paused and not resumed yet. */
  isPaused: boolean;
  /** The reason of the last wait; null when the run never waited. */
  lastWait: { readonly for: WaitingFor; readonly wakeAt: number | null } | null;
  /** When the wait that the run is in began; null while it runs. */
  waitingSince: number | null;
  /** Time that this trace has waited since its start, in milliseconds: it counts for no limit. */
  waitedMs: number;
  /** Ids of the signals that this log has received, also those of the turns before. */
  readonly receivedSignals: Set<string>;
  /** Highest message sequence that an earlier call contained. */
  sentUpTo: number;
  resumesWithoutProgress: number;
  failedCall: RunEventPayloads["call.failed"] | null;
  /** A compaction that was requested since the last model call; null when there is none. */
  requestedCompaction: { readonly by: "model" | "person"; readonly focus: string | null } | null;
  /** References of models whose endpoint refused tools: they are called with tools in text. */
  readonly textModels: Set<string>;
};

/** The reason of a resume after a worker left the run in order: a deploy is not a crash. */
export const HANDED_OVER = "handed over";

/** The state before the first entry. */
export function createRunState(task: string): RunState {
  return {
    goals: createGoalTree(task),
    todos: [],
    context: new Map(),
    openCalls: new Map(),
    callIds: new Set(),
    files: new Map(),
    guard: createGuardState(),
    lastAssistant: null,
    steps: 0,
    tokens: 0,
    limit: null,
    stopped: false,
    finalRequested: false,
    canceled: null,
    isPaused: false,
    lastWait: null,
    waitingSince: null,
    waitedMs: 0,
    receivedSignals: new Set(),
    sentUpTo: 0,
    resumesWithoutProgress: 0,
    failedCall: null,
    requestedCompaction: null,
    textModels: new Set(),
  };
}
