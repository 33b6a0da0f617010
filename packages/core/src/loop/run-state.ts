import { applyGoalOperation, createGoalTree, noteMessage } from "../goals/goal-tree.ts";
import type { GoalTree } from "../goals/goal.ts";
import { createGuardState, observeEntry, type GuardState } from "../guards/doom-loop/guard-state.ts";
import type { Entry } from "../log/entry.ts";
import type { AssistantMessage, Message, ToolCall } from "../log/message.ts";
import type { RunEvent, RunEventPayloads, Todo } from "../log/run-event.ts";
import { COMPACT_CONTEXT_TOOL } from "../log/tool-names.ts";

type ContextSlot = RunEventPayloads["context.set"];

/** A tool call that has no result yet. `started` is null until `tool.started` was logged. */
export type OpenCall = {
  readonly call: ToolCall;
  readonly goalId: string;
  readonly started: RunEventPayloads["tool.started"]["effect"] | null;
};

/**
 * What a run knows, derived from its log and from nothing else (M14): folding the same entries after a crash gives the same state.
 * Mutable on purpose: one more entry must not cost a copy of a long history.
 */
export type RunState = {
  goals: GoalTree;
  todos: readonly Todo[];
  readonly messages: Message[];
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
  /** What the model asked to be kept when it asked for a compaction that has not begun; null when it did not ask. */
  compactionWish: { readonly focus: string | null } | null;
  /** References of models whose endpoint refused tools: they are asked in writing (R27). */
  readonly textModels: Set<string>;
};

/** The reason of a resume after a worker left the run in order: a deploy is no crash (R26). */
export const HANDED_OVER = "handed over";

/** The state before the first entry. */
export function createRunState(task: string): RunState {
  return {
    goals: createGoalTree(task),
    todos: [],
    messages: [],
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
    compactionWish: null,
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
  applyEvent(state, entry, own);
}

function applyMessage(state: RunState, message: Message, own: boolean): void {
  // Only an answer or a result is a step forward: who dies at each answer has begun a call every time (R26).
  if (!(message.role === "tool" && message.outcome === "interrupted")) state.resumesWithoutProgress = 0;
  state.messages.push(message);
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
        state.compactionWish = { focus: focusOf(state.openCalls.get(message.toolCallId)) };
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

function applyEvent(state: RunState, event: RunEvent, own: boolean): void {
  switch (event.type) {
    case "goals.changed":
      for (const operation of event.data.operations) state.goals = applyGoalOperation(state.goals, operation);
      return;
    case "todos.changed":
      state.todos = event.data.todos;
      return;
    case "context.set":
      state.context.set(event.data.slot, event.data);
      return;
    case "tool.started": {
      const open = state.openCalls.get(event.data.toolCallId);
      if (open !== undefined)
        state.openCalls.set(event.data.toolCallId, { ...open, started: event.data.effect });
      return;
    }
    case "file.changed":
      state.files.set(event.data.path, event.data.afterBlob);
      return;
    case "call.started":
      // A summary may be asked for beside an answer; what that call contained is told against the answer before it.
      if (event.data.purpose !== "summary")
        state.sentUpTo = event.data.request.ranges.at(-1)?.[1] ?? state.sentUpTo;
      if (own && event.data.purpose === "final") state.finalAsked = true;
      return;
    case "call.attempt_failed":
      if (event.data.fallback === "text_tools") state.textModels.add(event.data.model);
      return;
    case "call.finished":
      // An answer's own tokens come with its message; what has none is counted here.
      if (own && event.data.purpose === "summary")
        state.tokens += event.data.usage.inputTokens + event.data.usage.outputTokens;
      return;
    case "compaction.started":
      state.compactionWish = null;
      return;
    case "call.failed":
      if (own) state.failedCall = event.data;
      return;
    case "limit.reached":
      if (own && event.data.limit !== "output") state.limit = event.data;
      return;
    case "loop.detected":
      if (own && event.data.action === "stopped") state.stopped = true;
      return;
    case "signal.received":
      if (own) state.cancelled = { reason: event.data.reason };
      return;
    case "trace.resumed":
      if (own && event.data.reason !== HANDED_OVER) state.resumesWithoutProgress += 1;
      return;
    case "trace.started":
      return;
    case "trace.status_changed":
    case "trace.phase_changed":
    case "trace.finished":
    case "route.decided":
    case "call.repaired":
    case "tool.progressed":
    case "result.spilled":
    case "context.cleared":
    case "compaction.finished":
    case "compaction.failed":
    case "compaction.prepared":
    case "compaction.discarded":
    case "compaction.pinned":
      return;
  }
}
