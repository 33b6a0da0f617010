import { messageText } from "../context/extract.ts";
import { shorten } from "../context/placeholder.ts";
import type { View } from "../context/view.ts";
import type { Entry } from "../log/entry.ts";
import type { Message, ToolCall } from "../log/message.ts";
import { READ_RESULT_TOOL, SEARCH_HISTORY_TOOL } from "../log/tool-names.ts";
import type { HistoryHit } from "../ports/tool.ts";
import { createPassageSearch, type SearchedText } from "../search/rank-passages.ts";

/** A search in the log of a conversation, fed entry by entry, oldest first. */
type HistorySearch = {
  /** `original` is the text of the blob of a `result.spilled`. */
  add(entry: Entry, original?: string): void;
  /** Returns the passages that match, best first; those that the model sees anyway come last. */
  hits(): readonly HistoryHit[];
};

/** A passage that the request shows whole, or that only repeats a search, ranks behind all others: the model has it already. */
const SHOWN_WEIGHT = 0.001;
/** Passages of one text that come before those of other texts. */
const PASSAGES_PER_TEXT = 2;
const MAX_ARGUMENTS = 80;
/** These repeat what is in the log. */
const REPEATING_TOOLS: readonly string[] = [READ_RESULT_TOOL, SEARCH_HISTORY_TOOL];

/** Starts a search for any of the words in `query`. `view` is what the model sees. */
export function createHistorySearch(query: string, view: Pick<View, "items" | "withdrawn">): HistorySearch {
  const search = createPassageSearch(query);
  const shown = shownWhole(view);
  const titles = new Map<string, string>();
  const calls = new Map<string, ToolCall>();
  const spilled = new Set<string>();
  const add = (title: string, text: SearchedText): void => {
    titles.set(text.id, title);
    search.add(text);
  };
  return {
    add(entry, original) {
      if (entry.kind === "event" && entry.type === "result.spilled" && original !== undefined) {
        const { toolCallId, toolName } = entry.data;
        spilled.add(toolCallId);
        if (!REPEATING_TOOLS.includes(toolName))
          add(callTitle(toolName, calls.get(toolCallId)), { id: toolCallId, text: original });
      }
      if (entry.kind !== "message" || view.withdrawn.has(entry.sequence)) return;
      if (entry.role === "assistant") for (const call of entry.toolCalls) calls.set(call.id, call);
      if (
        entry.role === "tool" &&
        (spilled.has(entry.toolCallId) || REPEATING_TOOLS.includes(entry.toolName))
      )
        return;
      const [id, title] = describeMessage(entry, calls);
      const weight = shown.has(entry.sequence) || isLookup(entry) ? SHOWN_WEIGHT : 1;
      add(title, { id, text: searchedText(entry), weight });
    },
    hits: () =>
      search
        .best(PASSAGES_PER_TEXT)
        .map(({ id, offset, text }) => ({ id, offset, text, title: titles.get(id) ?? "" })),
  };
}

/** True for an answer that only looks up earlier texts: it has the words of every later search for the same. */
function isLookup(message: Message): boolean {
  return (
    message.role === "assistant" &&
    message.toolCalls.length > 0 &&
    message.toolCalls.every((call) => REPEATING_TOOLS.includes(call.name))
  );
}

/** The sequences of the messages that the model sees in full. */
function shownWhole({ items }: Pick<View, "items">): ReadonlySet<number> {
  return new Set(
    items.flatMap(({ message, placeholder }) => (placeholder === null ? [message.sequence] : [])),
  );
}

function describeMessage(message: Message, calls: ReadonlyMap<string, ToolCall>): readonly [string, string] {
  if (message.role === "tool")
    return [
      message.toolCallId,
      `${callTitle(message.toolName, calls.get(message.toolCallId))} ${message.outcome}`,
    ];
  const author = message.role === "assistant" ? "assistant" : "user";
  return [messageId(message), author];
}

/** The id that opens a message other than a result. */
function messageId({ sequence }: Pick<Message, "sequence">): string {
  return `#${String(sequence)}`;
}

function callTitle(tool: string, call: ToolCall | undefined): string {
  return call === undefined || call.arguments === "{}"
    ? tool
    : `${tool} ${shorten(call.arguments, MAX_ARGUMENTS)}`;
}

/** Returns the text of a message as `read_result` gives it and searches find it. */
export function searchedText(message: Message): string {
  switch (message.role) {
    case "user":
      return messageText(message);
    case "assistant":
      return [message.text, ...message.toolCalls.map((call) => `${call.name} ${call.arguments}`)]
        .filter((text) => text !== "")
        .join("\n");
    case "tool":
      return message.output;
  }
}

/** Returns the sequence that the id of a message names; undefined for other ids. */
export function messageSequence(id: string): number | undefined {
  const digits = /^#(\d{1,9})$/u.exec(id.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
