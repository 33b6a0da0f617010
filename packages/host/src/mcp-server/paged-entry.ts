import type { Entry } from "@goaltrace/core/log";
import { toOutline } from "@goaltrace/core/log";
import { previewEntry } from "@goaltrace/core/reading";
import { z } from "zod";
import { PAGED_CALLS, PAGED_TEXT } from "./tunables.ts";

/** An entry of a log as programs read it in pages. */
export const PAGED_ENTRY = z.object({
  sequence: z.number().int(),
  at: z.number().int().describe("Unix time in milliseconds."),
  goalId: z.string(),
  kind: z
    .enum(["person", "runtime", "agent", "assistant", "tool", "event"])
    .describe("`assistant`: an answer of the model; `tool`: a result; the others: who wrote the message."),
  type: z.string().nullable().describe("Type of an event; null for messages."),
  text: z.string(),
  toolCalls: z
    .array(z.object({ id: z.string(), tool: z.string(), arguments: z.string() }))
    .describe("Calls that an answer requests; `arguments` is the text of a JSON object."),
  result: z
    .object({ toolCallId: z.string(), tool: z.string(), outcome: z.string() })
    .nullable()
    .describe("The call that a tool result belongs to."),
  truncated: z.boolean().describe("Whether a text is cut; read_entry returns the whole entry."),
});

export type PagedEntry = z.output<typeof PAGED_ENTRY>;

/** Returns an entry with its long texts cut. */
export function toPagedEntry(entry: Entry): PagedEntry {
  const { entry: shown, truncated } = previewEntry(entry, PAGED_TEXT);
  const base = {
    ...{ sequence: entry.sequence, at: entry.at, goalId: entry.goalId, type: null, text: "" },
    ...{ toolCalls: [], result: null, truncated: truncated.length > 0 },
  };
  if (shown.kind === "unknown") return { ...base, kind: "event", type: "unknown" };
  if (shown.kind === "event")
    return { ...base, kind: "event", type: shown.type, text: eventLine(entry).slice(0, PAGED_TEXT) };
  switch (shown.role) {
    case "user":
      return { ...base, kind: shown.author, text: userText(shown.parts) };
    case "assistant": {
      const calls = shown.toolCalls.slice(0, PAGED_CALLS);
      return {
        ...{ ...base, kind: "assistant", text: shown.text },
        toolCalls: calls.map((call) => ({ id: call.id, tool: call.name, arguments: call.arguments })),
        truncated: base.truncated || calls.length < shown.toolCalls.length,
      };
    }
    case "tool": {
      const result = { toolCallId: shown.toolCallId, tool: shown.toolName, outcome: shown.outcome };
      return { ...base, kind: "tool", text: shown.output, result };
    }
  }
}

type UserParts = Extract<Entry, { kind: "message"; role: "user" }>["parts"];

function userText(parts: UserParts): string {
  return parts.map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`)).join("\n");
}

/** The line of an event that lists show; empty for events without one. */
function eventLine(entry: Entry): string {
  const outline = toOutline(entry);
  return outline !== null && "d" in outline && typeof outline.d === "string" ? outline.d : "";
}
