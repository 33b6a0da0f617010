import { describeFailure } from "./describe.ts";
import type { Entry } from "./entry.ts";
import { eventDefinition } from "./events/event-definition.ts";
import type { Message } from "./message.ts";
import type { OutlineBody, OutlineEntry } from "./outline.ts";

/**
 * Version of the results of `toOutline`. Stores keep it with each outline and recompute outlines of any other version. Raise it with every
 * change to those results.
 */
export const OUTLINE_VERSION = 7;

/** Returns the entry without its payload; null for entries that no view draws. */
export function toOutline(entry: Entry): OutlineEntry | null {
  const body = outlineBody(entry);
  return body && { q: entry.sequence, t: entry.at, g: entry.goalId, ...body };
}

function outlineBody(entry: Entry): OutlineBody | null {
  switch (entry.kind) {
    case "message":
      return messageBody(entry);
    case "event":
      return eventDefinition(entry.type).outline?.(entry.data, entry) ?? null;
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
        ...(message.firstTokenMs === null ? {} : { f: message.firstTokenMs }),
        ...(message.usage.cachedTokens === 0 ? {} : { h: message.usage.cachedTokens }),
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
        ...(message.outcome === "error" || message.outcome === "denied"
          ? { r: describeFailure(message.output) }
          : {}),
      };
  }
}
