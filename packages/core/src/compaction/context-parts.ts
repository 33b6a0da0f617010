import type { Entry } from "../log/entry.ts";
import type { Message } from "../log/message.ts";
import type { CompactionReason, ProjectContextLayer } from "../log/run-event.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import { viewOf, type ViewItem } from "../context/view.ts";

/** How a message stands in a request: as it is in the log, as head and tail of a longer result, or as one line in its place. */
export type PartState =
  | { readonly kind: "whole" }
  | { readonly kind: "spilled"; readonly characters: number; readonly shownCharacters: number }
  | { readonly kind: "cleared"; readonly characters: number; readonly by: number };

/** One message of a request. Tokens are those of what is shown. */
export type ContextPart = {
  readonly sequence: number;
  readonly kind: "user" | "assistant" | "tool_result";
  /** The tool's name; null for what no tool said. */
  readonly toolName: string | null;
  readonly description: string;
  readonly tokens: number;
  readonly state: PartState;
};

/** Messages that a summary stands for. `sequence` is the compaction's own. */
export type ContextFold = {
  readonly sequence: number;
  readonly fromSequence: number;
  readonly toSequence: number;
  readonly messages: number;
  readonly reason: CompactionReason;
  readonly beforeTokens: number;
  readonly afterTokens: number;
};

/** What a request held of a log, message by message, and what it no longer held. */
export type ContextParts = {
  readonly parts: readonly ContextPart[];
  /** Every fold up to here, oldest first; each later one covers those before it. */
  readonly folds: readonly ContextFold[];
  /** The AGENTS.md files in it, outermost first. */
  readonly layers: readonly ProjectContextLayer[];
};

/** Tells what a call contained from the resolved log before it: `entries` end with the call's own `call.started`. */
export function contextParts(entries: readonly Entry[], tokenizer: Tokenizer): ContextParts {
  const spilled = new Map<string, { readonly characters: number; readonly shownCharacters: number }>();
  const clearedBy = new Map<number, number>();
  const folds: ContextFold[] = [];
  let layers: readonly ProjectContextLayer[] = [];
  for (const entry of entries) {
    if (entry.kind !== "event") continue;
    if (entry.type === "result.spilled") spilled.set(entry.data.toolCallId, entry.data);
    else if (entry.type === "context.cleared")
      for (const sequence of entry.data.sequences) clearedBy.set(sequence, entry.sequence);
    else if (entry.type === "context.set" && entry.data.slot === "project_context")
      layers = entry.data.layers ?? [];
    else if (entry.type === "compaction.finished") {
      const { fromSequence, toSequence, messagesFolded: messages } = entry.data;
      const { reason, beforeTokens, afterTokens } = entry.data;
      folds.push({
        ...{ sequence: entry.sequence, fromSequence, toSequence, messages },
        ...{ reason, beforeTokens, afterTokens },
      });
    }
  }
  const stateOf = ({ message, placeholder }: ViewItem): PartState => {
    if (message.role !== "tool") return { kind: "whole" };
    const whole = spilled.get(message.toolCallId);
    const by = clearedBy.get(message.sequence);
    const characters = whole?.characters ?? message.output.length;
    if (placeholder !== null && by !== undefined) return { kind: "cleared", characters, by };
    if (whole === undefined) return { kind: "whole" };
    return { kind: "spilled", characters, shownCharacters: whole.shownCharacters };
  };
  const parts = viewOf(entries, tokenizer).items.map((item) => ({
    sequence: item.message.sequence,
    kind: kindOf(item.message),
    toolName: item.message.role === "tool" ? item.message.toolName : null,
    description: item.message.description,
    tokens: item.tokens,
    state: stateOf(item),
  }));
  return { parts, folds, layers };
}

function kindOf(message: Message): ContextPart["kind"] {
  return message.role === "tool" ? "tool_result" : message.role;
}
