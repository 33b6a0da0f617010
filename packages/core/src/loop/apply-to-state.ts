import { applyGoalOperation, noteMessage } from "../goals/goal-tree.ts";
import { observeEntry } from "../guards/doom-loop/guard-state.ts";
import { isAnswerCall } from "../log/answer-call.ts";
import { readCancel } from "../log/read-cancel.ts";
import type { Entry } from "../log/entry.ts";
import { handleEvent, type EventHandlers } from "../log/events/event-handlers.ts";
import type { Message } from "../log/message.ts";
import { COMPACT_CONTEXT_TOOL } from "../log/tool-names.ts";
import { isCrash } from "./crash-loop.ts";
import { HANDED_OVER, type OpenCall, type RunState } from "./run-state.ts";
import { parseJson } from "../parse-json.ts";

/** Folds one entry into the state. `own` is false for entries of earlier turns: they are history but do not count toward this trace's limits. */
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
  // Only answers and results count as progress: a process that crashes on every answer still logs a started call each time.
  if (!(message.role === "tool" && message.outcome === "interrupted")) state.crashes = [];
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
      // Older logs contain only the call itself; newer ones record `compaction.requested` and `file.read`.
      if (own && message.toolName === COMPACT_CONTEXT_TOOL && message.outcome === "ok")
        requestCompaction(state, {
          by: "model",
          focus: requestedFocus(state.openCalls.get(message.toolCallId)),
        });
      state.openCalls.delete(message.toolCallId);
      if (isFileStamp(message.metadata)) state.files.set(message.metadata.path, message.metadata.sha256);
      return;
    }
  }
}

/** A person's request takes precedence over the model's. */
function requestCompaction(state: RunState, request: NonNullable<RunState["requestedCompaction"]>): void {
  if (request.by === "model" && state.requestedCompaction?.by === "person") return;
  state.requestedCompaction = request;
}

function requestedFocus(open: OpenCall | undefined): string | null {
  const input: unknown = open === undefined ? null : parseJson(open.call.arguments);
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
  "context.set": (state, { data, sequence }) => {
    state.context.set(data.slot, data);
    state.contextChangedAt.set(data.slot, sequence);
  },
  "tool.started": (state, { data }) => {
    const open = state.openCalls.get(data.toolCallId);
    if (open !== undefined) state.openCalls.set(data.toolCallId, { ...open, started: data.effect });
  },
  "file.read": (state, { data }) => void state.files.set(data.path, data.sha256),
  "file.changed": (state, { data }) => {
    state.files.set(data.path, data.afterBlob);
  },
  "call.started": (state, { data, sequence }) => {
    // A helper call may run in parallel with an answer; its report is compared with the previous answer.
    if (!isAnswerCall(data.purpose)) return;
    state.sentUpTo = sequence;
    // A compaction requested before this call has been considered by now.
    state.requestedCompaction = null;
  },
  "call.attempt_failed": (state, { data }) => {
    if (data.fallback === "text_tools") state.textModels.add(data.model);
  },
  "compaction.requested": (state, { data: { by, focus } }) => requestCompaction(state, { by, focus }),
  // Not reset on `compaction.started`: if the process dies before the summary, the next one still sees the request.
  "compaction.finished": (state) => {
    state.requestedCompaction = null;
  },
  "signal.received": (state, { data }) => void state.receivedSignals.add(data.signalId),
};

/** Handlers for this trace's own events only: events of earlier turns do not end or limit it. */
const OWN_HANDLERS: EventHandlers<RunState, void> = {
  "call.started": (state, { data }) => {
    if (data.purpose === "final") state.finalRequested = true;
  },
  "call.finished": (state, { data }) => {
    // Answer tokens are counted with their message; calls without a message are counted here.
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
    state.canceled ??= readCancel(data);
  },
  "run.paused": (state) => {
    state.isPaused = true;
  },
  "run.resumed": (state) => {
    state.isPaused = false;
  },
  "trace.started": (state) => {
    state.waitingSince = null;
  },
  "trace.status_changed": (state, { at, data: { status, waitingFor, wakeAt } }) => {
    endWait(state, at);
    if (status !== "waiting" || waitingFor === null) return;
    state.lastWait = { for: waitingFor, wakeAt: wakeAt ?? null };
    state.waitingSince = at;
  },
  "trace.resumed": (state, { at, data: { reason, cause } }) => {
    endWait(state, at);
    const counted = cause ?? (reason === HANDED_OVER ? "handed_over" : "died");
    if (isCrash(counted)) state.crashes = [...state.crashes, { at, cause: counted }];
  },
};

function endWait(state: RunState, at: number): void {
  // The clock of another machine may be behind.
  if (state.waitingSince !== null) state.waitedMs += Math.max(0, at - state.waitingSince);
  state.waitingSince = null;
}
