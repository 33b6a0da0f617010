import type { Entry } from "./entry.ts";
import { ERASED_TEXT } from "./erased.ts";
import { type EventHandlers, handleEvent } from "./events/event-handlers.ts";
import { eventDefinition } from "./events/event-definition.ts";
import type { Message } from "./message.ts";
import { reportId } from "./report-id.ts";
import type { RunEvent, RunEventByType, RunEventType } from "./run-event.ts";
import type { Trace } from "./trace.ts";

/**
 * Returns the entry with its content erased: sequence, ids, outcome and counts stay, so that numbering, pairing and totals hold; all text
 * and content names go. Idempotent.
 */
export function toTombstone(entry: Entry): Entry {
  switch (entry.kind) {
    case "message":
      return eraseMessage(entry);
    case "event":
      return eraseEvent(entry);
    case "unknown": {
      const { id, traceId, sequence, version, at, goalId, type } = entry;
      return {
        ...entry,
        raw: { id, traceId, sequence, version, at, goalId, kind: "event", type, erased: true },
      };
    }
  }
}

const repeatsResult = (
  message: Message,
  event: { readonly data: { readonly toolCallId: string | null } },
): boolean => message.role === "tool" && message.toolCallId === event.data.toolCallId;

const repeatsArguments = (
  message: Message,
  event: { readonly data: { readonly toolCallId: string | null } },
): boolean =>
  message.role === "assistant" && message.toolCalls.some((call) => call.id === event.data.toolCallId);

/** A summary of everything up to `toSequence` has the message's text in its own words. */
const summarizes = (message: Message, event: { readonly data: { readonly toSequence: number } }): boolean =>
  message.sequence <= event.data.toSequence;

/**
 * Whether an event repeats content of a message: the task, the arguments of a call; progress, files and full text of a result; the last
 * answer; summaries.
 */
const REPEATS: EventHandlers<Message, boolean> = {
  "trace.started": (message, { traceId, data }) => message.traceId === traceId && isTask(message, data.task),
  "trace.finished": (message, { traceId, data }) =>
    message.traceId === traceId && isSummary(message, data.summary),
  "call.repaired": repeatsArguments,
  "compaction.requested": repeatsArguments,
  "goals.changed": repeatsArguments,
  "value.set": repeatsArguments,
  "memory.written": repeatsArguments,
  "memory.quarantined": repeatsArguments,
  "lesson.learned": repeatsArguments,
  "approval.requested": repeatsArguments,
  // The reason of a denial is in the result of the call, edited arguments stand for its own.
  "approval.decided": (message, event) => repeatsArguments(message, event) || repeatsResult(message, event),
  "permission.decided": repeatsArguments,
  "question.asked": repeatsArguments,
  "child.spawned": repeatsArguments,
  "process.started": repeatsArguments,
  "child.finished": repeatsResult,
  "child.merged": repeatsResult,
  "tool.progressed": repeatsResult,
  "file.read": repeatsResult,
  "file.changed": repeatsResult,
  "result.spilled": repeatsResult,
  "compaction.finished": summarizes,
  "compaction.prepared": summarizes,
};

/** Whether `task` is the text of the person's message. */
function isTask(message: Message, task: string): boolean {
  if (message.role !== "user" || message.author === "runtime" || task === "") return false;
  const texts = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.includes(task);
}

/** Whether the summary of a run is the text of the answer, which it may cut. */
function isSummary(message: Message, summary: string | null): boolean {
  return (
    message.role === "assistant" && summary !== null && summary !== "" && message.text.startsWith(summary)
  );
}

/** Returns the trace without the texts that its header and projection repeat from one of its own entries, which is being erased. */
export function eraseFromTrace(trace: Trace, entry: Entry): Trace {
  if (entry.kind !== "message" || entry.traceId !== trace.id) return trace;
  return {
    ...trace,
    task: isTask(entry, trace.task) ? ERASED_TEXT : trace.task,
    lastMessage: entry.description === trace.lastMessage ? ERASED_TEXT : trace.lastMessage,
    summary: isSummary(entry, trace.summary) ? ERASED_TEXT : trace.summary,
  };
}

/** The signal whose text an event holds, null for none: effects of a signal repeat its text. */
const SIGNAL_IDS: EventHandlers<null, string | null> = {
  "signal.received": (_, { data }) => data.signalId,
  "compaction.pinned": (_, { data }) => data.signalId,
  "compaction.requested": (_, { data }) => data.signalId,
  "approval.decided": (_, { data }) => data.signalId ?? null,
  "question.answered": (_, { data }) => data.signalId ?? null,
  "agent.message": (_, { data }) => data.messageId,
  // The message that reports the end of a background agent names it this way.
  "child.finished": (_, { data }) => reportId(data.childTraceId),
};

/** Event types for which `isErasedWith` can be true; stores search only these. */
export const REPEATING_TYPES: readonly string[] = [
  ...new Set([...Object.keys(REPEATS), ...Object.keys(SIGNAL_IDS)]),
];

/** Returns true when `other` repeats content of `entry` and must be erased with it. */
export function isErasedWith(entry: Entry, other: Entry): boolean {
  if (other.kind !== "event" || entry.id === other.id) return false;
  if (entry.kind === "message")
    return isMessageOf(entry, other) || (handleEvent(REPEATS, entry, other) ?? false);
  if (entry.kind !== "event") return false;
  const signalId = handleEvent(SIGNAL_IDS, null, entry) ?? "";
  return signalId !== "" && handleEvent(SIGNAL_IDS, null, other) === signalId;
}

/** A message that a signal brought repeats its text. */
function isMessageOf(message: Message, event: RunEvent): boolean {
  if (message.role !== "user" || message.signalId === undefined) return false;
  return handleEvent(SIGNAL_IDS, null, event) === message.signalId;
}

function eraseMessage(message: Message): Message {
  switch (message.role) {
    case "user":
      return { ...message, parts: [{ type: "text", text: ERASED_TEXT }], description: ERASED_TEXT };
    case "assistant":
      return {
        ...message,
        text: message.toolCalls.length === 0 ? ERASED_TEXT : "",
        reasoning: "",
        toolCalls: message.toolCalls.map(({ id, name }) => ({ id, name, arguments: "{}" })),
        description: ERASED_TEXT,
      };
    case "tool": {
      const { longTermMemory: _memory, parts: _parts, metadata: _metadata, ...rest } = message;
      return { ...rest, title: ERASED_TEXT, output: ERASED_TEXT, description: ERASED_TEXT };
    }
  }
}

function eraseEvent<Type extends RunEventType>(event: RunEventByType[Type]): RunEventByType[Type] {
  return { ...event, data: eventDefinition(event.type).erase(event.data) };
}
