import { applyGoalOperation, createGoalTree } from "@goaltrace/core/goals";
import type { GoalTree } from "@goaltrace/core/goals";
import {
  type BudgetUnit,
  type CallWaiting,
  type Delta,
  type DeltaWithdrawn,
  type Entry,
  type EventHandlers,
  type EventOf,
  entryMoment,
  foldLength,
  formatAmount,
  handleEvent,
  isAnswerCall,
  NO_LENGTH,
  type UserMessage,
} from "@goaltrace/core/log";
import type { Truncation } from "@goaltrace/core/reading";
import type { ChatLog, PlanChanges, Turn, TurnItem, TurnNote } from "./chat-turn.ts";
import {
  catchUp,
  dropAttempt,
  foldDelta,
  noteWaiting,
  type PartialAnswer,
  startLiveCall,
} from "./live-call.ts";
import { addPlanChanges, checkChanges, planChanges, reviewChanges } from "./plan-changes.ts";
import {
  addAnswer,
  addChild,
  agentWithTask,
  backgroundCommand,
  clearOutput,
  endChild,
  editRow,
  settleRow,
  startRow,
} from "./turn-items.ts";
import { worktreeNote } from "./worktree-note.ts";

/** An update from a run's stream: a durable entry, perhaps with long texts of which only the start was sent, or partial output that precedes one. */
export type ChatUpdate =
  | { readonly kind: "entry"; readonly entry: Entry; readonly cut?: readonly Truncation[] }
  | {
      readonly kind: "partial";
      readonly partial: PartialAnswer;
    }
  | Delta
  | DeltaWithdrawn
  | CallWaiting;

export const EMPTY_LOG: ChatLog = { turns: [], lastSequence: 0 };

/**
 * Folds one update of the stream into the conversation. Pure and total: repeated entries change nothing, unknown entries are skipped, and
 * streamed deltas may arrive late, twice or with gaps. The entry that follows the deltas replaces them.
 */
export function foldUpdate(log: ChatLog, update: ChatUpdate): ChatLog {
  switch (update.kind) {
    case "entry":
      return foldEntry(log, update.entry, update.cut ?? []);
    case "delta":
      return updateTurn(log, update.traceId, (turn) => foldDelta(turn, update));
    case "delta_withdrawn":
      return updateTurn(log, update.traceId, (turn) => dropAttempt(turn, update.callId, update.attempt));
    case "call_waiting":
      return updateTurn(log, update.traceId, (turn) => noteWaiting(turn, update));
    case "partial":
      return updateLastTurn(log, (turn) => catchUp(turn, update.partial));
  }
}

/** Returns the conversation as of entry `sequence`, so that a turn can restart there. `sequence` must end a turn or be 0. */
export function rewindTo(log: ChatLog, sequence: number): ChatLog {
  if (log.lastSequence <= sequence) return log;
  return { turns: log.turns.filter((turn) => turn.firstSequence <= sequence), lastSequence: sequence };
}

function foldEntry(log: ChatLog, entry: Entry, cut: readonly Truncation[]): ChatLog {
  if (entry.sequence <= log.lastSequence) return log;
  const last = log.turns.at(-1);
  const turns = last?.traceId === entry.traceId ? log.turns : [...log.turns, newTurn(entry, last?.goals)];
  return updateLastTurn({ turns, lastSequence: entry.sequence }, (turn) => foldIntoTurn(turn, entry, cut));
}

function newTurn(entry: Entry, goals: GoalTree | undefined): Turn {
  return {
    traceId: entry.traceId,
    firstSequence: entry.sequence,
    startedAt: entry.at,
    endedAt: null,
    length: NO_LENGTH,
    status: "queued",
    failure: null,
    asked: null,
    model: null,
    step: 0,
    items: [],
    live: null,
    answeredCallId: null,
    totals: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: 0, calls: 0 },
    context: null,
    compacting: false,
    goals: goals ?? createGoalTree(""),
  };
}

function foldIntoTurn(before: Turn, entry: Entry, cut: readonly Truncation[]): Turn {
  if (entry.kind === "unknown") return before;
  const turn = { ...before, length: foldLength(before.length, entryMoment(entry)) };
  if (entry.kind === "event") return handleEvent(EVENT_HANDLERS, turn, entry) ?? turn;
  switch (entry.role) {
    case "user":
      return addUserMessage(turn, entry);
    case "assistant":
      return addAnswer(turn, entry);
    case "tool":
      return { ...turn, items: settleRow(turn.items, entry, cut) };
  }
}

function addUserMessage(turn: Turn, message: UserMessage): Turn {
  const text = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  if (message.author === "runtime")
    return withNote(turn, message, { type: "plain", text: "runtime", values: { text } });
  // The rows of agents and the notes of their messages show them.
  if (message.author === "agent" && message.signalId !== undefined) return turn;
  if (turn.asked !== null) {
    const { id: key, sequence, at } = message;
    return { ...turn, items: [...turn.items, { kind: "steered", key, sequence, text, at }] };
  }
  const attachments = message.parts.flatMap((part) =>
    part.type === "file" ? [part.name] : part.type === "image" ? [part.mediaType] : [],
  );
  return { ...turn, asked: { text, attachments, at: message.at } };
}

const EVENT_HANDLERS: EventHandlers<Turn> = {
  "trace.started": (turn, { data }) => ({
    ...turn,
    status: "running",
    model: data.models[0] ?? null,
    goals: withRootStatus(turn.goals, data.task, "in_progress"),
  }),
  "trace.status_changed": (turn, { data }) => ({ ...turn, status: data.status }),
  "trace.resumed": (turn, event) => {
    const unknown = event.data.journal.filter((line) => line.state === "unknown").length;
    const resumed = { ...turn, status: "running" as const, live: null, items: clearOutput(turn.items) };
    return withNote(resumed, event, { type: "plain", text: "resumed", values: { unknown } });
  },
  "effect.resolved": (turn, event) =>
    withNote(turn, event, { type: "plain", text: "effect", values: { resolution: event.data.resolution } }),
  "trace.finished": (turn, { data, at }) => {
    const { status, failure } = data;
    const goals = withRootStatus(turn.goals, "", status === "completed" ? "completed" : "failed");
    return { ...turn, status, failure, endedAt: at, live: null, compacting: false, goals };
  },
  "goals.changed": (turn, { data, id, sequence }) => {
    const goals = data.operations.reduce(applyGoalOperation, turn.goals);
    const changes = planChanges(data.operations, goals, sequence);
    return { ...turn, goals, items: addPlanChanges(turn.items, id, changes) };
  },
  "plan.revised": (turn, { data: { reason }, id, sequence }) =>
    withChanges(turn, id, [{ kind: "revised", sequence, reason }]),
  "lesson.learned": (turn, { data: { text }, id, sequence }) =>
    withChanges(turn, id, [{ kind: "lesson", sequence, text }]),
  "claim.checked": (turn, event) => withChanges(turn, event.id, checkChanges(event, turn.goals)),
  "critique.made": (turn, event) => withChanges(turn, event.id, reviewChanges(event)),
  "call.started": (turn, { data, at }) => {
    // Helper calls produce no answer. A compaction, for example, has its own progress display.
    if (!isAnswerCall(data.purpose)) return turn;
    const { totalTokens: tokens, window } = data.report;
    return {
      ...turn,
      // The final summary call has no tools, so its request is smaller than the next one will be.
      context: data.purpose === "final" && turn.context !== null ? turn.context : { tokens, window },
      step: Math.max(turn.step, data.step),
      live: startLiveCall(turn.live, data.callId, at),
    };
  },
  "call.attempt_failed": (turn, event) => {
    const { callId, attempt, failure, retryAfterMs, fallback } = event.data;
    const next = dropAttempt(turn, callId, attempt);
    // The end of the turn reports an attempt that is not retried.
    const isRepeated = retryAfterMs !== null || fallback !== undefined;
    return isRepeated
      ? withNote(next, event, { type: "plain", text: "attemptFailed", values: { message: failure.message } })
      : next;
  },
  "call.failed": (turn, { data }) =>
    turn.live?.callId === data.callId ? { ...turn, live: null, answeredCallId: data.callId } : turn,
  "call.finished": addUsage,
  "tool.started": (turn, { data, at }) => ({ ...turn, items: startRow(turn.items, data.toolCallId, at) }),
  "approval.decided": (turn, event) => ({ ...turn, items: editRow(turn.items, event) }),
  "child.spawned": (turn, event) => ({ ...turn, items: addChild(turn.items, event) }),
  "child.finished": (turn, event) => ({ ...turn, items: endChild(turn.items, event) }),
  "child.merged": (turn, event) => {
    const note = worktreeNote(event.data, agentWithTask(turn.items, event.data.childTraceId));
    return note === null ? turn : withNote(turn, event, note);
  },
  "agent.message": (turn, event) => {
    const { fromTraceId, text } = event.data;
    return withNote(turn, event, {
      ...{
        type: "plain",
        text: "agentMessage",
        values: { agent: agentWithTask(turn.items, fromTraceId), text },
      },
    });
  },
  "loop.detected": (turn, event) =>
    event.data.action === "polling" ? turn : withNote(turn, event, { type: "loop", data: event.data }),
  "limit.reached": (turn, event) => withNote(turn, event, { type: "limit", data: event.data }),
  "compaction.started": (turn) => ({ ...turn, compacting: true }),
  "compaction.failed": (turn) => ({ ...turn, compacting: false }),
  "compaction.finished": (turn, event) => {
    const { afterTokens: tokens } = event.data;
    const context = turn.context && { ...turn.context, tokens };
    const note = { type: "compaction", data: event.data } as const;
    return withNote({ ...turn, context, compacting: false }, event, note);
  },
  "budget.warned": (turn, event) => {
    const { level, unit, used, allowed, share } = event.data;
    const text = share >= 1 ? "budgetReached" : "budgetNear";
    return withNote(turn, event, {
      ...{ type: "plain", text },
      values: { level, used: amount(unit, used), allowed: amount(unit, allowed) },
    });
  },
  "endpoint.learned": (turn, event) => {
    const { model, contextWindow: tokens } = event.data;
    return withNote(turn, event, { type: "plain", text: "windowLearned", values: { model, tokens } });
  },
  "memory.recalled": (turn, event) => {
    const count = event.data.memories.length;
    return count === 0 ? turn : withNote(turn, event, { type: "plain", text: "recalled", values: { count } });
  },
  "experience.injected": (turn, event) => {
    const count = event.data.experiences.length;
    return withNote(turn, event, { type: "plain", text: "experiences", values: { count } });
  },
  "memory.withdrawn": (turn, event) =>
    withNote(turn, event, {
      ...{ type: "plain", text: "withdrawn", values: { count: event.data.memoryIds.length } },
    }),
  "memory.written": (turn, event) => {
    const { memoryId: id, name, operation } = event.data;
    return withNote(turn, event, { type: "memory", id, name, outcome: operation });
  },
  "memory.quarantined": (turn, event) => {
    const { quarantineId: id, name } = event.data;
    return withNote(turn, event, { type: "memory", id, name, outcome: "held" });
  },
  "process.started": (turn, event) => {
    const { background, command, processId } = event.data;
    if (background !== true) return turn;
    return withNote(turn, event, { type: "plain", text: "background", values: { command, processId } });
  },
  "process.ended": (turn, event) => {
    const { processId, exitCode } = event.data;
    const command = backgroundCommand(turn.items, processId);
    if (command === null) return turn;
    const values = { command, exitCode: exitCode ?? "none" };
    return withNote(turn, event, { type: "plain", text: "backgroundEnded", values });
  },
  "compaction.pinned": (turn, event) =>
    withNote(turn, event, { type: "plain", text: "pinned", values: { text: event.data.text } }),
};

/** Rounds a figure for display. */
function amount(unit: BudgetUnit, value: number): string {
  return formatAmount(unit, unit === "usd" ? Math.round(value * 1e4) / 1e4 : Math.round(value));
}

function addUsage(turn: Turn, event: EventOf<"call.finished">): Turn {
  const { usage, cost } = event.data;
  const { totals } = turn;
  return {
    ...turn,
    totals: {
      inputTokens: totals.inputTokens + usage.inputTokens,
      outputTokens: totals.outputTokens + usage.outputTokens,
      cachedTokens: totals.cachedTokens + usage.cachedTokens,
      cost: totals.cost === null || cost === null ? null : totals.cost + cost,
      calls: totals.calls + 1,
    },
  };
}

function withChanges(turn: Turn, id: string, changes: PlanChanges): Turn {
  return { ...turn, items: addPlanChanges(turn.items, id, changes) };
}

function withNote(
  turn: Turn,
  entry: { readonly id: string; readonly sequence: number },
  note: TurnNote,
): Turn {
  const item: TurnItem = { kind: "note", key: entry.id, sequence: entry.sequence, note };
  return { ...turn, items: [...turn.items, item] };
}

/** Returns the tree with the root goal in the status of the current run. The root keeps the title of the first run. */
function withRootStatus(
  tree: GoalTree,
  task: string,
  status: "in_progress" | "completed" | "failed",
): GoalTree {
  const root = tree.goals.get(tree.rootId);
  const titled =
    root?.title === ""
      ? applyGoalOperation(tree, { op: "changed", goalId: tree.rootId, title: task, reason: null })
      : tree;
  return applyGoalOperation(titled, {
    op: "status",
    goalId: tree.rootId,
    status,
    summary: null,
    reason: null,
  });
}

function updateLastTurn(log: ChatLog, change: (turn: Turn) => Turn): ChatLog {
  const last = log.turns.at(-1);
  if (last === undefined) return log;
  const changed = change(last);
  return changed === last && log.turns.at(-1) === last ? log : { ...log, turns: log.turns.with(-1, changed) };
}

function updateTurn(log: ChatLog, traceId: string, change: (turn: Turn) => Turn): ChatLog {
  return log.turns.at(-1)?.traceId === traceId ? updateLastTurn(log, change) : log;
}
