import { applyWithNumbers, forgetNumbers } from "../goals/goal-numbers.ts";
import { noteMessage } from "../goals/goal-tree.ts";
import { forgetLoops, observeEntry } from "../guards/doom-loop/guard-state.ts";
import { isAnswerCall } from "../log/answer-call.ts";
import { ERASED_BLOB } from "../log/erased.ts";
import { readCancel } from "../log/read-cancel.ts";
import type { Entry } from "../log/entry.ts";
import { handleEvent, type EventHandlers } from "../log/events/event-handlers.ts";
import type { Message } from "../log/message.ts";
import { COMPACT_CONTEXT_TOOL } from "../log/tool-names.ts";
import { isStopChoice } from "../ports/question.ts";
import { BUDGET_HANDLERS } from "./budget/budget-state.ts";
import { childHandlers, noteReports } from "./children/child-state.ts";
import { isCrash } from "./crash-loop.ts";
import { stepOfCall } from "./plan/planned-calls.ts";
import { applyPlanMessage, PLAN_HANDLERS } from "./plan/plan-state.ts";
import { decideApproval, findOpenQuestion, RUN_QUESTION } from "./requests/request-state.ts";
import { findOpenEffect } from "./requests/unknown-effects.ts";
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
  handleEvent(own ? OWN_CHILDREN : EARLIER_CHILDREN, state.children, entry);
  if (!own) return;
  const failedStepAt = state.planning.failedStepAt;
  handleEvent(PLAN_HANDLERS, state.planning, entry);
  if (state.planning.failedStepAt !== failedStepAt && state.planning.failedStepAt !== null) endLoop(state);
  handleEvent(OWN_HANDLERS, state, entry);
  handleEvent(BUDGET_HANDLERS, state.budget, entry);
}

const OWN_CHILDREN = childHandlers(true);
const EARLIER_CHILDREN = childHandlers(false);

function applyMessage(state: RunState, message: Message, own: boolean): void {
  // Only answers and results count as progress: a process that crashes on every answer still logs a started call each time.
  if (!(message.role === "tool" && message.outcome === "interrupted")) state.crashes = [];
  state.goals = noteMessage(state.goals, message.goalId, message.sequence);
  if (own)
    applyPlanMessage(state.planning, message, {
      open: message.role === "tool" ? state.openCalls.get(message.toolCallId) : undefined,
      isFinal: state.finalRequested,
    });
  switch (message.role) {
    case "user":
      if (message.signalId !== undefined) state.steering.delete(message.signalId);
      if (own) noteReports(state.children, message);
      state.lastAssistant = null;
      return;
    case "assistant":
      state.lastAssistant = message;
      for (const call of message.toolCalls) {
        state.callIds.add(call.id);
        const goalId = stepOfCall(state.planning.plan, call.id)?.goalId ?? message.goalId;
        state.openCalls.set(call.id, { call, goalId, started: null });
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
      if (own) noteReports(state.children, message);
      state.openCalls.delete(message.toolCallId);
      state.approvals.delete(message.toolCallId);
      state.questions.delete(message.toolCallId);
      state.effects.delete(message.toolCallId);
      if (isFileStamp(message.metadata)) state.files.set(message.metadata.path, message.metadata.sha256);
      return;
    }
  }
}

/** A loop ends with its step: only later calls can form another one. */
function endLoop(state: RunState): void {
  state.stopped = false;
  forgetLoops(state.guard);
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
  "goals.changed": (state, { data: { operations }, sequence }) => {
    state.goals = applyWithNumbers(state.goalNumbers, state.goals, { operations, sequence });
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
    state.effects.delete(data.toolCallId);
    const question = state.questions.get(data.toolCallId);
    if (question !== undefined) state.questions.set(data.toolCallId, { ...question, isUsed: true });
  },
  "file.read": (state, { data }) => void state.files.set(data.path, data.sha256),
  "file.changed": (state, { data }) => {
    if (data.deleted === true) state.files.delete(data.path);
    // The model has not read what a command wrote, so a later edit must find that the file differs from what was read.
    else if (data.source === undefined) state.files.set(data.path, data.afterBlob);
  },
  "call.started": (state, { data, sequence }) => {
    // A helper call may run in parallel with an answer; its report is compared with the previous answer.
    if (!isAnswerCall(data.purpose)) return;
    state.sentUpTo = sequence;
    state.lastRequest = { callId: data.callId, tokens: data.report.totalTokens };
    // A compaction requested before this call has been considered by now.
    state.requestedCompaction = null;
  },
  "call.finished": (state, { data: { callId, model } }) => {
    if (state.lastRequest?.callId !== callId) return;
    const before = state.acceptedTokens.get(model) ?? 0;
    state.acceptedTokens.set(model, Math.max(before, state.lastRequest.tokens));
  },
  "endpoint.learned": (state, { data }) => void state.learnedWindows.set(data.model, data.contextWindow),
  "call.attempt_failed": (state, { data }) => {
    if (data.fallback === "text_tools") state.textModels.add(data.model);
  },
  "compaction.requested": (state, { data: { by, focus } }) => requestCompaction(state, { by, focus }),
  // Not reset on `compaction.started`: if the process dies before the summary, the next one still sees the request.
  "compaction.finished": (state, { data }) => {
    state.requestedCompaction = null;
    // The state part has the current numbers; only the remaining messages may have earlier ones.
    forgetNumbers(state.goalNumbers, data.toSequence);
    state.compactedGoals =
      data.listsOpenGoals === true && data.attachmentsBlob !== ERASED_BLOB ? state.goals : null;
  },
  "signal.received": (state, { data }) => void state.receivedSignals.add(data.signalId),
  "approval.requested": (state, { data }) =>
    void state.approvals.set(data.toolCallId, { ...data, decision: null }),
  "approval.decided": (state, { data: { approvalId, decision, reason, editedArguments, digest } }) =>
    decideApproval(state.approvals, approvalId, (approval) =>
      decision === "denied"
        ? { kind: "denied", reason }
        : { kind: "approved", digest: digest ?? approval.digest ?? "", editedArguments },
    ),
  "question.asked": (state, { data }) => {
    if (data.toolCallId !== null)
      state.questions.set(data.toolCallId, { ...data, answer: null, isUsed: false });
  },
  "question.answered": (state, { data: { questionId, outcome, text } }) => {
    const question = findOpenQuestion(state.questions, questionId);
    const answer = { text: outcome === "answered" ? text : null };
    if (question?.toolCallId != null) state.questions.set(question.toolCallId, { ...question, answer });
  },
  "effect.resolved": (state, { data: { effectId, resolution } }) => {
    const effect = findOpenEffect(state.effects, effectId ?? "");
    if (effect !== undefined) state.effects.set(effect.toolCallId, { ...effect, resolution });
  },
  "approval.expired": (state, { data }) =>
    decideApproval(state.approvals, data.approvalId, () => ({ kind: "expired" })),
};

/** Handlers for this trace's own events only: events of earlier turns do not end or limit it. */
const OWN_HANDLERS: EventHandlers<RunState, void> = {
  "approval.decided": (state, { data: { toolCallId, decision, reason } }) => {
    const call = state.openCalls.get(toolCallId)?.call;
    if (decision === "denied" && call !== undefined)
      state.denied.push({ toolName: call.name, argumentsText: call.arguments, reason: reason ?? "" });
  },
  // The end of a child is progress of the run that waited for it.
  "child.finished": (state) => {
    state.crashes = [];
  },
  "call.started": (state, { data }) => {
    if (data.purpose !== "final") return;
    state.finalRequested = true;
    state.openFinalCall = data.callId;
  },
  "call.finished": (state, { data }) => {
    if (data.callId === state.openFinalCall) state.openFinalCall = null;
    // Answer tokens are counted with their message; calls without a message are counted here.
    if (!isAnswerCall(data.purpose)) state.tokens += data.usage.inputTokens + data.usage.outputTokens;
    // Helper calls wait beside answers, whose time would then be subtracted twice.
    else state.waitedMs += data.waitedMs ?? 0;
  },
  "call.failed": (state, { data }) => {
    state.failedCall = data;
    state.openFinalCall = null;
  },
  "limit.reached": (state, { data }) => {
    if (data.limit !== "output") state.limit = data;
  },
  "loop.detected": (state, { data }) => {
    if (data.action === "stopped") state.stopped = true;
  },
  "signal.received": (state, { data }) => {
    state.canceled ??= readCancel(data);
    const { text } = data.payload;
    if (data.signal === "steer" && typeof text === "string")
      state.steering.set(data.signalId, { text, from: null });
  },
  "question.asked": (state, { data }) => {
    // The budget keeps its own questions.
    if (data.toolCallId === null && data.budget === undefined)
      state.questions.set(RUN_QUESTION, { ...data, answer: null, isUsed: false });
  },
  "question.answered": (state, { data: { questionId, outcome, text, signalId } }) => {
    if (findOpenQuestion(state.questions, questionId)?.toolCallId !== null) return;
    state.questions.delete(RUN_QUESTION);
    if (outcome !== "answered" || isStopChoice(text)) state.stopped = true;
    else {
      // The person has seen the loop: only later calls can form another one.
      forgetLoops(state.guard);
      state.steering.set(signalId ?? questionId, { text, from: null });
    }
  },
  "agent.message": (state, { data: { messageId, fromTraceId, text } }) =>
    void state.steering.set(messageId, { text, from: fromTraceId }),
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
  "trace.resumed": (state, { at, data: { reason, cause, journal } }) => {
    endWait(state, at);
    // Its process died before the answer, so the final call is made again.
    if (state.openFinalCall !== null) state.finalRequested = false;
    state.openFinalCall = null;
    for (const { toolCallId, effectId, expiresAt = null } of journal)
      if (effectId !== undefined)
        state.effects.set(toolCallId, { effectId, toolCallId, expiresAt, resolution: null });
    const counted = cause ?? (reason === HANDED_OVER ? "handed_over" : "died");
    if (isCrash(counted)) state.crashes = [...state.crashes, { at, cause: counted }];
  },
};

function endWait(state: RunState, at: number): void {
  // The clock of another machine may be behind.
  if (state.waitingSince !== null) state.waitedMs += Math.max(0, at - state.waitingSince);
  state.waitingSince = null;
}
