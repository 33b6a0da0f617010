import type { Entry } from "./entry.ts";
import { ERASED_TEXT } from "./erased.ts";
import { type EventHandlers, handleEvent } from "./events/event-handlers.ts";
import { definitionOf } from "./events/definition-of.ts";
import type { Message } from "./message.ts";
import type { RunEventByType, RunEventType } from "./run-event.ts";

/**
 * What is left of an entry whose content a person had erased: number, ids, outcome and counts stay, so that sequences, pairing and
 * totals hold; every word and every name of content goes. Erasing twice changes nothing.
 */
export function tombstoneOf(entry: Entry): Entry {
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

/** Whether an event repeats content of a message: the arguments of a call; progress, files and whole text of a result. */
const REPEATS: EventHandlers<Message, boolean> = {
  "call.repaired": repeatsArguments,
  "compaction.requested": repeatsArguments,
  "tool.progressed": repeatsResult,
  "file.read": repeatsResult,
  "file.changed": repeatsResult,
  "result.spilled": repeatsResult,
};

/** The signal whose words an event holds, null for none: what a signal led to repeats what was received. */
const SIGNAL_OF: EventHandlers<null, string | null> = {
  "signal.received": (_, { data }) => data.signalId,
  "compaction.pinned": (_, { data }) => data.signalId,
  "compaction.requested": (_, { data }) => data.signalId,
};

/** The types of events among which a store looks for those that `isErasedWith` an entry. */
export const REPEATING_TYPES: readonly string[] = [
  ...new Set([...Object.keys(REPEATS), ...Object.keys(SIGNAL_OF)]),
];

/** True when `other` repeats content of `entry` and has to be erased with it. */
export function isErasedWith(entry: Entry, other: Entry): boolean {
  if (other.kind !== "event" || entry.id === other.id) return false;
  if (entry.kind === "message") return handleEvent(REPEATS, entry, other) ?? false;
  if (entry.kind !== "event") return false;
  const signalId = handleEvent(SIGNAL_OF, null, entry) ?? "";
  return signalId !== "" && handleEvent(SIGNAL_OF, null, other) === signalId;
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
  return { ...event, data: definitionOf(event.type).erase(event.data) };
}
