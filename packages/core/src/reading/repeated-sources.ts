import type { Entry } from "../log/entry.ts";

/** A source of a folded fact that was asked for again: the result that stated it, and the model's message that repeated the call. */
export type RepeatedSource = { readonly source: number; readonly at: number };

/** Finds calls that the model repeated after a compaction, although their results had been folded. */
export type RepeatFold = {
  readonly add: (entry: Entry) => void;
  /** The first repetition of each source, in the order of the log. */
  readonly found: () => readonly RepeatedSource[];
};

/**
 * Creates the fold for the entries of a whole log, in order. A repetition is the same tool with the same arguments after the entry
 * `compaction`; nothing else counts as evidence that a fact was missed.
 */
export function createRepeatFold(sources: ReadonlySet<number>, compaction: number): RepeatFold {
  const keys = new Map<string, string>();
  const wanted = new Map<string, number>();
  const found: RepeatedSource[] = [];
  const addCalls = (message: Extract<Entry, { readonly role: "assistant" }>): void => {
    for (const { id, name, arguments: input } of message.toolCalls) {
      const key = `${name} ${input}`;
      const source = wanted.get(key);
      if (message.sequence > compaction && source !== undefined) {
        found.push({ source, at: message.sequence });
        wanted.delete(key);
      } else if (message.sequence < compaction) keys.set(id, key);
    }
  };
  return {
    add: (entry) => {
      if (entry.kind !== "message") return;
      if (entry.role === "assistant") addCalls(entry);
      else if (entry.role === "tool" && entry.sequence < compaction && sources.has(entry.sequence)) {
        const key = keys.get(entry.toolCallId);
        if (key !== undefined) wanted.set(key, entry.sequence);
      }
    },
    found: () => found,
  };
}
