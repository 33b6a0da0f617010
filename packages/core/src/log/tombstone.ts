import type { Entry } from "./entry.ts";
import { ERASED_TEXT } from "./erased.ts";
import { definitionOf } from "./events/index.ts";
import type { Message } from "./message.ts";
import type { RunEventByType, RunEventType } from "./run-event.ts";

/**
 * What is left of an entry whose content a person had erased (M19): number, ids, outcome and counts stay, so that sequences, pairing and
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

/**
 * True when `other` holds content of `entry` elsewhere and has to be erased with it: a result that was spilled lies whole in the blob that
 * its `result.spilled` names.
 */
export function isErasedWith(entry: Entry, other: Entry): boolean {
  return (
    entry.kind === "message" &&
    entry.role === "tool" &&
    other.kind === "event" &&
    other.type === "result.spilled" &&
    other.data.toolCallId === entry.toolCallId
  );
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
