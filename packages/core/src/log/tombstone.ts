import type { Entry } from "./entry.ts";
import { ERASED_TEXT } from "./erased.ts";
import { type EventHandlers, handleEvent } from "./events/event-handlers.ts";
import { eventDefinition } from "./events/event-definition.ts";
import type { Message } from "./message.ts";
import type { RunEventByType, RunEventType } from "./run-event.ts";

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
  event: { readonly data: { readonly toolCallId: string } },
): boolean => message.role === "tool" && message.toolCallId === event.data.toolCallId;

const repeatsArguments = (
  message: Message,
  event: { readonly data: { readonly toolCallId: string | null } },
): boolean =>
  message.role === "assistant" && message.toolCalls.some((call) => call.id === event.data.toolCallId);

/** Whether an event repeats content of a message: the arguments of a call; progress, files and full text of a result. */
const REPEATS: EventHandlers<Message, boolean> = {
  "call.repaired": repeatsArguments,
  "compaction.requested": repeatsArguments,
  "tool.progressed": repeatsResult,
  "file.read": repeatsResult,
  "file.changed": repeatsResult,
  "result.spilled": repeatsResult,
};

/** The signal whose text an event holds, null for none: effects of a signal repeat its text. */
const SIGNAL_IDS: EventHandlers<null, string | null> = {
  "signal.received": (_, { data }) => data.signalId,
  "compaction.pinned": (_, { data }) => data.signalId,
  "compaction.requested": (_, { data }) => data.signalId,
};

/** Event types for which `isErasedWith` can be true; stores search only these. */
export const REPEATING_TYPES: readonly string[] = [
  ...new Set([...Object.keys(REPEATS), ...Object.keys(SIGNAL_IDS)]),
];

/** Returns true when `other` repeats content of `entry` and must be erased with it. */
export function isErasedWith(entry: Entry, other: Entry): boolean {
  if (other.kind !== "event" || entry.id === other.id) return false;
  if (entry.kind === "message") return handleEvent(REPEATS, entry, other) ?? false;
  if (entry.kind !== "event") return false;
  const signalId = handleEvent(SIGNAL_IDS, null, entry) ?? "";
  return signalId !== "" && handleEvent(SIGNAL_IDS, null, other) === signalId;
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
