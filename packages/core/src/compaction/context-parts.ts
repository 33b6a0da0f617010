import type { Entry } from "../log/entry.ts";
import type { CompactionReason, ProjectContextLayer } from "../log/run-event.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import { buildView, type ViewItem } from "../context/view.ts";

/** The form a message has in a request: unchanged, the head and tail of a longer result, or a one-line placeholder. */
export type PartState =
  | { readonly kind: "whole" }
  | { readonly kind: "spilled"; readonly characters: number; readonly shownCharacters: number }
  | { readonly kind: "cleared"; readonly characters: number; readonly by: number };

/** One message of a request. `tokens` counts the text as shown. */
export type ContextPart = {
  readonly sequence: number;
  readonly kind: "user" | "assistant" | "tool_result" | "recalled" | "experiences" | "index";
  /** Null unless `kind` is `tool_result`. */
  readonly toolName: string | null;
  readonly description: string;
  readonly tokens: number;
  readonly state: PartState;
};

/** Messages that a summary replaced. `sequence` is the sequence of the compaction event. */
export type ContextFold = {
  readonly sequence: number;
  readonly fromSequence: number;
  readonly toSequence: number;
  readonly messages: number;
  readonly reason: CompactionReason;
  readonly beforeTokens: number;
  readonly afterTokens: number;
};

/** The parts of a log that a request contained, message by message, and the parts folded away before it. */
export type ContextParts = {
  readonly parts: readonly ContextPart[];
  /** Every fold up to the call, oldest first; each one covers the folds before it. */
  readonly folds: readonly ContextFold[];
  /** The AGENTS.md files in the request, outermost first. */
  readonly layers: readonly ProjectContextLayer[];
  /** The tools that the request describes in short, because its window is small. */
  readonly shortTools: readonly string[];
  /** The tools that it only names. */
  readonly namedTools: readonly string[];
};

/** Reconstructs the contents of a call's request. `entries` is the resolved log up to and including the call's `call.started`. */
export function contextParts(entries: readonly Entry[], tokenizer: Tokenizer): ContextParts {
  const spilled = new Map<string, { readonly characters: number; readonly shownCharacters: number }>();
  const clearedBy = new Map<number, number>();
  const folds: ContextFold[] = [];
  let layers: readonly ProjectContextLayer[] = [];
  let shortTools: readonly string[] = [];
  let namedTools: readonly string[] = [];
  for (const entry of entries) {
    if (entry.kind !== "event") continue;
    if (entry.type === "result.spilled") spilled.set(entry.data.toolCallId, entry.data);
    else if (entry.type === "context.cleared")
      for (const sequence of entry.data.sequences) clearedBy.set(sequence, entry.sequence);
    else if (entry.type === "context.set" && entry.data.slot === "project_context")
      layers = entry.data.layers ?? [];
    else if (entry.type === "context.set" && entry.data.slot === "tools")
      ({ shortTools = [], namedTools = [] } = entry.data);
    else if (entry.type === "compaction.finished") {
      const { fromSequence, toSequence, messagesFolded: messages } = entry.data;
      const { reason, beforeTokens, afterTokens } = entry.data;
      folds.push({
        ...{ sequence: entry.sequence, fromSequence, toSequence, messages },
        ...{ reason, beforeTokens, afterTokens },
      });
    }
  }
  const partState = ({ message }: ViewItem): PartState => {
    if (message.role !== "tool") return { kind: "whole" };
    const spill = spilled.get(message.toolCallId);
    const by = clearedBy.get(message.sequence);
    const characters = spill?.characters ?? message.output.length;
    if (by !== undefined) return { kind: "cleared", characters, by };
    if (spill === undefined) return { kind: "whole" };
    return { kind: "spilled", characters, shownCharacters: spill.shownCharacters };
  };
  const parts = buildView(entries, tokenizer).items.map((item) => ({
    sequence: item.message.sequence,
    kind: partKind(item),
    toolName: item.message.role === "tool" ? item.message.toolName : null,
    description: item.message.description,
    tokens: item.tokens,
    state: partState(item),
  }));
  return { parts, folds, layers, shortTools, namedTools };
}

function partKind({ message, recalledBlob, isIndex, experiences }: ViewItem): ContextPart["kind"] {
  if (experiences !== undefined) return "experiences";
  if (recalledBlob !== undefined) return isIndex === true ? "index" : "recalled";
  return message.role === "tool" ? "tool_result" : message.role;
}
