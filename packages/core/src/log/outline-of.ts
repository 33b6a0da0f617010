import type { Entry } from "./entry.ts";
import { definitionOf } from "./events/definition-of.ts";
import type { Message } from "./message.ts";
import type { OutlineBody, OutlineEntry } from "./outline.ts";

/**
 * Version of what `outlineOf` makes of an entry. Stores keep outlines beside the entries with this number and derive those of any other
 * number again: whatever changes what `outlineOf` returns raises it.
 */
export const OUTLINE_VERSION = 2;

/** Drops the payload of an entry; null for entries that no view draws. */
export function outlineOf(entry: Entry): OutlineEntry | null {
  const body = bodyOf(entry);
  return body && { q: entry.sequence, t: entry.at, g: entry.goalId, ...body };
}

function bodyOf(entry: Entry): OutlineBody | null {
  switch (entry.kind) {
    case "message":
      return messageBody(entry);
    case "event":
      return definitionOf(entry.type).outline?.(entry.data, entry) ?? null;
    case "unknown":
      return { k: "other", d: entry.type };
  }
}

function messageBody(message: Message): OutlineBody {
  switch (message.role) {
    case "user":
      return { k: "user", d: message.description, n: message.tokens };
    case "assistant":
      return {
        k: "assistant",
        d: message.description,
        i: message.usage.inputTokens,
        o: message.usage.outputTokens,
        c: message.cost,
        m: message.durationMs,
        calls: message.toolCalls.map((call) => call.id),
      };
    case "tool":
      return {
        k: "tool",
        d: message.description,
        call: message.toolCallId,
        name: message.toolName,
        s: message.outcome,
        n: message.tokens,
        m: message.durationMs,
      };
  }
}
