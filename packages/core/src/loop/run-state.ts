import { createGoalNumbers, type GoalNumbers } from "../goals/goal-numbers.ts";
import { createGoalTree } from "../goals/goal-tree.ts";
import type { GoalTree } from "../goals/goal.ts";
import { createGuardState, type GuardState } from "../guards/doom-loop/guard-state.ts";
import type { AssistantMessage, ToolCall } from "../log/message.ts";
import type { RunEventPayloads, Todo } from "../log/run-event.ts";
import type { WaitingFor } from "../log/trace.ts";
import type { Budget } from "../log/budget.ts";
import { type BudgetState, createBudgetState } from "./budget/budget-state.ts";
import type { Children } from "./children/child-state.ts";
import type { Crash } from "./crash-loop.ts";
import { createPlanState, type PlanState } from "./plan/plan-state.ts";
import type { Approvals, Questions } from "./requests/request-state.ts";
import type { UnknownEffects } from "./requests/unknown-effects.ts";

type ContextSlot = RunEventPayloads["context.set"];

/** A tool call without a result. `started` is null until `tool.started` is logged. */
export type OpenCall = {
  readonly call: ToolCall;
  readonly goalId: string;
  readonly started: RunEventPayloads["tool.started"]["effect"] | null;
};

/** A text to a running turn. `from` is the trace of the agent that sent it; null for a person. */
export type SentText = { readonly text: string; readonly from: string | null };

/** A call that a person denied. */
export type DeniedCall = {
  readonly toolName: string;
  readonly argumentsText: string;
  readonly reason: string;
};

/**
 * The state of a run, derived only from its log: folding the same entries after a crash gives the same state. Mutable, so that adding an
 * entry does not copy a long history.
 */
export type RunState = {
  goals: GoalTree;
  readonly goalNumbers: GoalNumbers;
  /** The plan as the state part of the newest compaction lists it; null if none does with every open goal. */
  compactedGoals: GoalTree | null;
  todos: readonly Todo[];
  /** Newest value of each context slot. */
  readonly context: Map<ContextSlot["slot"], ContextSlot>;
  readonly openCalls: Map<string, OpenCall>;
  /** The newest request to people about each open call. */
  readonly approvals: Approvals;
  readonly questions: Questions;
  /** Calls of this run that people denied. */
  readonly denied: DeniedCall[];
  /** The budget of this trace, as people last set it, and what is spent of it. */
  readonly budget: BudgetState;
  readonly effects: UnknownEffects;
  /** The sub-agents of the conversation. */
  readonly children: Children;
  /** Texts that people and other agents sent to the running turn that did not become messages yet, by signal, in order. */
  readonly steering: Map<string, SentText>;
  readonly callIds: Set<string>;
  /** sha256 of each file when this conversation last read or wrote it, by path. */
  readonly files: Map<string, string>;
  readonly guard: GuardState;
  /** The plan, lessons and checks of the strategy of this run. */
  readonly planning: PlanState;
  lastAssistant: AssistantMessage | null;
  /** Steps, tokens and limits count this trace only, not earlier turns. */
  steps: number;
  tokens: number;
  limit: RunEventPayloads["limit.reached"] | null;
  stopped: boolean;
  finalRequested: boolean;
  /** The call that sums up, while its answer is missing; null otherwise. */
  openFinalCall: string | null;
  canceled: { readonly reason: string | null } | null;
  isPaused: boolean;
  /** The last wait; null if the run never waited. */
  lastWait: { readonly for: WaitingFor; readonly wakeAt: number | null } | null;
  /** Start of the current wait; null while the run is running. */
  waitingSince: number | null;
  /** Milliseconds that this trace has waited since its start. They do not count toward any limit. */
  waitedMs: number;
  /** Ids of the signals that this log has received, including earlier turns. */
  readonly receivedSignals: Set<string>;
  /** Sequence at which the newest answer call started, with everything before it; 0 before the first. */
  sentUpTo: number;
  /** Sequence at which each context slot last changed. */
  readonly contextChangedAt: Map<ContextSlot["slot"], number>;
  /** Crashes since the last progress, oldest first. */
  crashes: readonly Crash[];
  failedCall: RunEventPayloads["call.failed"] | null;
  /** The compaction requested since the last model call; null if none. */
  requestedCompaction: { readonly by: "model" | "person"; readonly focus: string | null } | null;
  /** References of models whose endpoint refused native tools; they are called with text tools. */
  readonly textModels: Set<string>;
  /** The windows in tokens that endpoints have taught by refusing a length, by model reference. */
  readonly learnedWindows: Map<string, number>;
  /** The newest answer request with its tokens by our count; null before the first. */
  lastRequest: { readonly callId: string; readonly tokens: number } | null;
  /** Tokens of the largest request that each model has answered, by our count. */
  readonly acceptedTokens: Map<string, number>;
};

/** The resume reason of a hand-over in logs that record no cause. */
export const HANDED_OVER = "handed over";

/** Returns the state before the first entry. Default: no budget. */
export function createRunState(task: string, budget: Budget = {}): RunState {
  return {
    goals: createGoalTree(task),
    goalNumbers: createGoalNumbers(),
    compactedGoals: null,
    todos: [],
    context: new Map(),
    contextChangedAt: new Map(),
    openCalls: new Map(),
    approvals: new Map(),
    questions: new Map(),
    denied: [],
    budget: createBudgetState(budget),
    effects: new Map(),
    children: new Map(),
    steering: new Map(),
    callIds: new Set(),
    files: new Map(),
    guard: createGuardState(),
    planning: createPlanState(),
    lastAssistant: null,
    steps: 0,
    tokens: 0,
    limit: null,
    stopped: false,
    finalRequested: false,
    openFinalCall: null,
    canceled: null,
    isPaused: false,
    lastWait: null,
    waitingSince: null,
    waitedMs: 0,
    receivedSignals: new Set(),
    sentUpTo: 0,
    crashes: [],
    failedCall: null,
    requestedCompaction: null,
    textModels: new Set(),
    learnedWindows: new Map(),
    lastRequest: null,
    acceptedTokens: new Map(),
  };
}
