import { applyGoalOperation, createGoalTree, noteMessage } from "../goals/goal-tree.ts";
import type { GoalTree } from "../goals/goal.ts";
import { createGuardState, observeEntry, type GuardState } from "../guards/doom-loop/guard-state.ts";
import { isAnswerCall } from "../log/answer-call.ts";
import { cancelOf } from "../log/cancel-of.ts";
import type { Entry } from "../log/entry.ts";
import { handleEvent, type EventHandlers } from "../log/events/event-handlers.ts";
import type { AssistantMessage, Message, ToolCall } from "../log/message.ts";
import type { RunEventPayloads, Todo } from "../log/run-event.ts";
import { COMPACT_CONTEXT_TOOL } from "../log/tool-names.ts";

type ContextSlot = RunEventPayloads["context.set"];

/** A tool call that has no result yet. `started` is null until `tool.started` was logged. */
export type OpenCall = {
  readonly call: ToolCall;
  readonly goalId: string;
  readonly started: RunEventPayloads["tool.started"]["effect"] | null;
};

/**
 * The knowledge of a run, derived from its log and from nothing else (M14): folding the same entries after a crash gives the same state.
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
  finalAsked: boolean;
  cancelled: { readonly reason: string | null } | null;
  /** Highest message sequence that an earlier call contained. */
  sentUpTo: number;
  resumesWithoutProgress: number;
  failedCall: RunEventPayloads["call.failed"] | null;
  /** The focus of a compaction that the model requested since its last call; null when it requested none. */
  requestedCompaction: { readonly focus: string | null } | null;
  /** References of models whose endpoint refused tools: they are called with tools in text (R27). */
  readonly textModels: Set<string>;
};

/** The reason of a resume after a worker left the run in order: a deploy is not a crash (R26). */
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
    finalAsked: false,
    cancelled: null,
    sentUpTo: 0,
    resumesWithoutProgress: 0,
    failedCall: null,
    requestedCompaction: null,
    textModels: new Set(),
  };
}

/** Folds one entry in. `own` is false for entries shared from earlier turns: they count for history, not for this trace's limits. */
export function applyToState(state: RunState, entry: Entry, own: boolean): void {
  if (entry.kind === "unknown") return;
  if (own) observeEntry(state.guard, entry);
  if (entry.kind === "message") {
    applyMessage(state, entry, own);
    return;
  }
  handleEvent(HANDLERS, state, entry);
  if (own) handleEvent(OWN_HANDLERS, state, entry);
}

function applyMessage(state: RunState, message: Message, own: boolean): void {
  // Only an answer or a result is a step forward: a process that dies at each answer has begun a call every time (R26).
  if (!(message.role === "tool" && message.outcome === "interrupted")) state.resumesWithoutProgress = 0;
  state.goals = noteMessage(state.goals, message.goalId, message.sequence);
  switch (message.role) {
    case "user":
      state.lastAssistant = null;
      return;
    case "assistant":
      state.lastAssistant = message;
      for (const call of message.toolCalls) {
        state.callIds.add(call.id);
        state.openCalls.set(call.id, { call, goalId: message.goalId, started: null });
      }
      if (own) {
        state.steps += 1;
        state.tokens += message.usage.inputTokens + message.usage.outputTokens;
      }
      return;
    case "tool": {
      if (own && message.toolName === COMPACT_CONTEXT_TOOL && message.outcome === "ok")
        state.requestedCompaction = { focus: focusOf(state.openCalls.get(message.toolCallId)) };
      state.openCalls.delete(message.toolCallId);
      if (isFileStamp(message.metadata)) state.files.set(message.metadata.path, message.metadata.sha256);
      return;
    }
  }
}

function focusOf(open: OpenCall | undefined): string | null {
  const input: unknown = open === undefined ? null : JSON.parse(open.call.arguments);
  const has = typeof input === "object" && input !== null && "focus" in input;
  return has && typeof input.focus === "string" && input.focus !== "" ? input.focus : null;
}

function isFileStamp(value: unknown): value is { path: string; sha256: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    typeof value.path === "string" &&
    "sha256" in value &&
    typeof value.sha256 === "string"
  );
}

const HANDLERS: EventHandlers<RunState, void> = {
  "goals.changed": (state, { data }) => {
    for (const operation of data.operations) state.goals = applyGoalOperation(state.goals, operation);
  },
  "todos.changed": (state, { data }) => {
    state.todos = data.todos;
  },
  "context.set": (state, { data }) => {
    state.context.set(data.slot, data);
  },
  "tool.started": (state, { data }) => {
    const open = state.openCalls.get(data.toolCallId);
    if (open !== undefined) state.openCalls.set(data.toolCallId, { ...open, started: data.effect });
  },
  "file.changed": (state, { data }) => {
    state.files.set(data.path, data.afterBlob);
  },
  "call.started": (state, { data }) => {
    // A helper call may run beside an answer; its report is compared with the answer before it.
    if (!isAnswerCall(data.purpose)) return;
    state.sentUpTo = data.request.ranges.at(-1)?.[1] ?? state.sentUpTo;
    // A request made before this call was considered before it.
    state.requestedCompaction = null;
  },
  "call.attempt_failed": (state, { data }) => {
    if (data.fallback === "text_tools") state.textModels.add(data.model);
  },
  "compaction.started": (state) => {
    state.requestedCompaction = null;
  },
};

/** For events of this trace alone: those of the turns before it do not end or limit it. */
const OWN_HANDLERS: EventHandlers<RunState, void> = {
  "call.started": (state, { data }) => {
    if (data.purpose === "final") state.finalAsked = true;
  },
  "call.finished": (state, { data }) => {
    // The tokens of an answer come with its message; a call without a message is counted here.
    if (!isAnswerCall(data.purpose)) state.tokens += data.usage.inputTokens + data.usage.outputTokens;
  },
  "call.failed": (state, { data }) => {
    state.failedCall = data;
  },
  "limit.reached": (state, { data }) => {
    if (data.limit !== "output") state.limit = data;
  },
  "loop.detected": (state, { data }) => {
    if (data.action === "stopped") state.stopped = true;
  },
  "signal.received": (state, { data }) => {
    state.cancelled = cancelOf(data) ?? state.cancelled;
  },
  "trace.resumed": (state, { data }) => {
    if (data.reason !== HANDED_OVER) state.resumesWithoutProgress += 1;
  },
};
