import { ERASED_BLOB } from "../log/erased.ts";
import type { EventOf } from "../log/events/event-handlers.ts";
import type { Message, ToolMessage, UserMessage } from "../log/message.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import { RECALLING_TOOLS } from "../log/recalling-results.ts";
import { MEMORY_READING_TOOLS } from "../log/tool-names.ts";
import { WITHDRAWN_TEXT } from "./placeholder.ts";

/** Memory entries that a text of the log shows: a recall, an index, or the result of a call. */
export type ShownMemories = {
  readonly sequence: number;
  /** Null for a recall. */
  readonly toolCallId: string | null;
  /** `version` is null where the text does not name it. */
  readonly memories: readonly { readonly memoryId: string; readonly version: number }[];
  /** The blob with the text of a recall; null for a result. */
  readonly blob: string | null;
  /** True if it has only one line per entry. */
  readonly isIndex: boolean;
};

/** Also the tools that read earlier results again. */
const SHOWING_TOOLS: readonly string[] = [...MEMORY_READING_TOOLS, ...RECALLING_TOOLS];
/** How the prompt `memory` names an entry: its id and its version. */
const ENTRY_MARK = /\(id ([0-9a-f]{8}-[0-9a-f-]{27}), version (\d+),/gu;

type Withdrawal = RunEventPayloads["memory.withdrawn"];

/** Events whose text requests show at their place. */
export type RecalledType = "memory.recalled" | "memory.indexed" | "experience.injected";

/** Whether an event put nothing in the context. */
export function isEmptyChoice(event: EventOf<RecalledType>): boolean {
  return (event.type === "experience.injected" ? event.data.experiences : event.data.memories).length === 0;
}

/** Returns the ids of the experiences that an event put in the context. */
export function experiencesOf({ data }: EventOf<"experience.injected">): readonly string[] {
  return data.experiences.map(({ experienceId }) => experienceId);
}

/** Returns the entries that a recall or an index put in the context. */
export function memoriesOfRecall({
  type,
  sequence,
  data,
}: EventOf<"memory.recalled"> | EventOf<"memory.indexed">): ShownMemories {
  const { memories, blob } = data;
  return { sequence, toolCallId: null, memories, blob, isIndex: type === "memory.indexed" };
}

/** Returns the entries that a result lists; none if its tool does not read memory. */
export function memoriesOfResult({ sequence, toolCallId, toolName, output }: ToolMessage): ShownMemories {
  const named = SHOWING_TOOLS.includes(toolName) ? [...output.matchAll(ENTRY_MARK)] : [];
  const versions = new Map(named.map(([, id = "", version = ""]) => [id, Number(version)]));
  const memories = [...versions].map(([memoryId, version]) => ({ memoryId, version }));
  return { sequence, toolCallId, memories, blob: null, isIndex: false };
}

/** Adds a text to those with memory entries, if it has any. */
export function noteMemories(known: Map<number, ShownMemories>, shown: ShownMemories): void {
  if (shown.memories.length > 0) known.set(shown.sequence, shown);
}

/** Notes which texts are gone, and which entries the others still show. */
export function foldWithdrawal(
  view: { readonly withdrawn: Set<number>; readonly memories: Map<number, ShownMemories> },
  { recalls, results }: Withdrawal,
): void {
  for (const { sequence } of results) {
    view.withdrawn.add(sequence);
    view.memories.delete(sequence);
  }
  for (const { sequence, memories, blob } of recalls) {
    const shown = view.memories.get(sequence);
    view.memories.delete(sequence);
    if (shown !== undefined) noteMemories(view.memories, { ...shown, memories, blob });
  }
}

/** Updates the recalls and results that a withdrawal names. Items that it does not name stay the same objects. */
export function withdrawFromItems<
  Item extends {
    readonly message: Message;
    readonly tokens: number;
    readonly placeholder: string | null;
    readonly recalledBlob?: string;
  },
>(items: readonly Item[], data: Withdrawal, count: (text: string) => number): Item[] {
  const recalls = new Map(data.recalls.map((recall) => [recall.sequence, recall]));
  const results = new Set(data.results.map(({ sequence }) => sequence));
  const frame = count("");
  return items.flatMap((item): readonly Item[] => {
    const { sequence } = item.message;
    if (item.recalledBlob === undefined) {
      if (!results.has(sequence) || item.placeholder === WITHDRAWN_TEXT) return [item];
      return [{ ...item, tokens: count(WITHDRAWN_TEXT), placeholder: WITHDRAWN_TEXT }];
    }
    const recall = recalls.get(sequence);
    if (recall === undefined) return [item];
    const { blob, tokens } = recall;
    if (blob === null || blob === ERASED_BLOB) return [];
    return [{ ...item, tokens: tokens + frame, recalledBlob: blob }];
  });
}

/** Returns a recall, an index or experiences as a message without contents, at its place. */
export function recalledMessage({ data, ...event }: EventOf<RecalledType>): UserMessage {
  const { id, traceId, sequence, version, at, goalId } = event;
  return {
    ...{ id, traceId, sequence, version, at, goalId, kind: "message", role: "user", parts: [] },
    ...{ author: "runtime", description: "", tokens: data.tokens },
  };
}

/** Returns the head with another summary. */
export function withSummary<
  Head extends {
    readonly summaryBlob: string;
    readonly tokens: number;
    readonly headTokens: { readonly summary: number };
  },
>(head: Head, { blob, tokens }: { readonly blob: string; readonly tokens: number }): Head {
  return {
    ...{ ...head, summaryBlob: blob, tokens: head.tokens - head.headTokens.summary + tokens },
    headTokens: { ...head.headTokens, summary: tokens },
  };
}

/** Returns the tokens of items together. */
export function sumTokens(items: readonly { readonly tokens: number }[]): number {
  return items.reduce((sum, { tokens }) => sum + tokens, 0);
}
