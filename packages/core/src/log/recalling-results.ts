import { parseJson } from "../parse-json.ts";
import type { Entry } from "./entry.ts";
import type { Message, ToolMessage } from "./message.ts";
import { READ_RESULT_TOOL, SEARCH_HISTORY_TOOL } from "./tool-names.ts";

/** The tools whose results repeat texts of the log. */
export const RECALLING_TOOLS: readonly string[] = [READ_RESULT_TOOL, SEARCH_HISTORY_TOOL];

/** Digits of a blob's hash that a marker gives as its id. */
const SHORT_HASH_DIGITS = 16;

/**
 * Returns the results in which a model was given the text of a message again, directly or through another such result: what it read by an id
 * that leads to the message, and searches with a hit in it. `log` holds at least the calls and results of `RECALLING_TOOLS` and the
 * events `result.spilled` and `compaction.finished` of all logs that contain the message.
 */
export function recallingResults(message: Message, log: readonly Entry[]): readonly ToolMessage[] {
  const results = log.filter(isRecallingResult);
  const readIds = new Map(log.flatMap(readCalls));
  const found = new Map<string, ToolMessage>();
  const open: Message[] = [message];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const ids = idsOf(next, log);
    const hits = [...ids, ...callIds(next)].map((id) => `id="${id}"`);
    for (const result of results) {
      if (found.has(result.id) || result.id === message.id) continue;
      const repeats =
        result.toolName === READ_RESULT_TOOL
          ? ids.has(readIds.get(result.toolCallId) ?? "")
          : hits.some((hit) => result.output.includes(hit));
      if (!repeats) continue;
      found.set(result.id, result);
      open.push(result);
    }
  }
  return [...found.values()];
}

function isRecallingResult(entry: Entry): entry is ToolMessage {
  return entry.kind === "message" && entry.role === "tool" && RECALLING_TOOLS.includes(entry.toolName);
}

/** The ids that calls of an assistant's message read, by call. */
function readCalls(entry: Entry): readonly (readonly [string, string])[] {
  if (entry.kind !== "message" || entry.role !== "assistant") return [];
  return entry.toolCalls
    .filter(({ name }) => name === READ_RESULT_TOOL)
    .map((call) => [call.id, readId(call.arguments)]);
}

function readId(text: string): string {
  const given = parseJson(text);
  const id = typeof given === "object" && given !== null && "id" in given ? given.id : null;
  return typeof id === "string" ? id.trim() : "";
}

/** The ids that lead to a message: its number, its call, and the contents in which a result or archive was stored. */
function idsOf(message: Message, log: readonly Entry[]): ReadonlySet<string> {
  const blobs = log.flatMap((entry) => contentOf(message, entry));
  return new Set([
    `#${message.sequence}`,
    ...(message.role === "tool" ? [message.toolCallId] : []),
    ...blobs.flatMap((blob) => [blob, blob.slice(0, SHORT_HASH_DIGITS)]),
  ]);
}

function contentOf(message: Message, entry: Entry): readonly string[] {
  if (entry.kind !== "event") return [];
  if (entry.type === "result.spilled")
    return message.role === "tool" && entry.data.toolCallId === message.toolCallId ? [entry.data.blob] : [];
  if (entry.type !== "compaction.finished" || message.role !== "user") return [];
  return message.sequence <= entry.data.toSequence ? [entry.data.archiveBlob ?? ""].filter(Boolean) : [];
}

/** Hits in results name the arguments of their calls. */
function callIds(message: Message): readonly string[] {
  return message.role === "assistant" ? message.toolCalls.map(({ id }) => id) : [];
}
