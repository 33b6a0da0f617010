import type { FinishReason } from "../../log/message.ts";
import type { ModelAnswer, ModelRequest } from "../../ports/model-client.ts";
import { MAX_ANSWER_CALLS, MAX_ANSWER_CHARACTERS } from "../../tunables.ts";
import { createCallCollector } from "./collect-calls.ts";
import { toFields, toText } from "./fields.ts";
import { createThinkingSplitter } from "./split-thinking.ts";
import { readUsage } from "./usage.ts";

/** Assembles an answer from streamed chunks and tolerates fields that a provider omits. */
export type Collector = {
  /** Adds a chunk or a whole answer. Returns the error that it reports, with everything around it, or null. */
  add(chunk: unknown): unknown;
  /** Records the provider's end mark; some providers send it without a finish reason. */
  end(): void;
  /** Notes a piece that could not be read. While the arguments of a call are incomplete, it may be part of them: the answer is then unusable. */
  noteUnreadable(): void;
  /** True after a finish reason or an end mark; without either, the stream was truncated. */
  finished(): boolean;
  /** True when part of a tool call could not be read. */
  isDamaged(): boolean;
  /** True when the answer exceeded its limits. It is then finished unless it is damaged, and the rest is not wanted. */
  isFull(): boolean;
  streamed(): boolean;
  /** True once a chunk of an answer was added. */
  hasChunks(): boolean;
  answer(): ModelAnswer;
};

/** Creates a collector. `elapsedMs` returns the time since the start of the request. */
export function createCollector(onDelta: ModelRequest["onDelta"], elapsedMs: () => number): Collector {
  let text = "";
  let reasoning = "";
  let room = MAX_ANSWER_CHARACTERS;
  let finish: string | null = null;
  let usage: ModelAnswer["usage"] = null;
  let firstTokenMs: number | null = null;
  let unreadablePieces = 0;
  let isDamaged = false;
  let hasChunks = false;
  const calls = createCallCollector();
  const content = createThinkingSplitter();
  const isFull = (): boolean => room <= 0 || calls.count() > MAX_ANSWER_CALLS;
  const emit = (channel: "text" | "reasoning" | "tool", whole: string): void => {
    const piece = whole.slice(0, Math.max(0, room));
    room -= whole.length;
    if (piece === "") return;
    firstTokenMs ??= elapsedMs();
    if (channel === "text") text += piece;
    else if (channel === "reasoning") reasoning += piece;
    onDelta({ channel, text: piece });
  };
  const addCall = (raw: unknown, isWhole: boolean): void => {
    if (isFull()) return;
    emit("tool", calls.add(raw, { isWhole, room }));
    // Calls without a text occupy memory too.
    room -= CALL_PART_CHARACTERS;
  };
  const addDelta = (delta: Readonly<Record<string, unknown>>, isWhole: boolean): void => {
    emit("reasoning", toText(delta["reasoning_content"] ?? delta["reasoning"]));
    for (const part of content.push(contentText(delta["content"]) || toText(delta["refusal"])))
      emit(part.channel, part.text);
    if (Array.isArray(delta["tool_calls"])) for (const piece of delta["tool_calls"]) addCall(piece, isWhole);
    const old = delta["function_call"];
    if (typeof old === "object" && old !== null) addCall({ function: old }, isWhole);
  };
  return {
    add(chunk) {
      const fields = toFields(chunk);
      if (isPresent(fields["error"])) return chunk;
      if (isPresent(fields["usage"])) usage = readUsage(fields["usage"]) ?? usage;
      if (!Array.isArray(fields["choices"])) return null;
      hasChunks = true;
      const choice = firstChoice(fields["choices"]);
      const reason = toText(choice["finish_reason"]).toLowerCase();
      if (isPresent(choice["error"])) return choice;
      if (FAILED_REASONS.has(reason)) return { error: `the model ended its answer with "${reason}"` };
      addDelta(toFields(choice["delta"] ?? choice["message"]), !isPresent(choice["delta"]));
      if (reason !== "") finish = reason;
      return null;
    },
    end: () => {
      if (firstTokenMs !== null) finish ??= calls.count() > 0 ? "tool_calls" : "stop";
    },
    noteUnreadable: () => {
      unreadablePieces += 1;
      isDamaged ||= calls.hasOpenCall();
    },
    finished: () => !isDamaged && (isFull() || finish !== null),
    isDamaged: () => isDamaged,
    isFull,
    streamed: () => firstTokenMs !== null,
    hasChunks: () => hasChunks,
    answer: () => {
      for (const part of content.end()) emit(part.channel, part.text);
      const isCut = isFull();
      return {
        text,
        reasoning,
        usage,
        firstTokenMs,
        finishReason: isCut ? "length" : (REASONS[finish ?? ""] ?? "other"),
        toolCalls: calls.calls(),
        ...(isCut ? { isCut } : {}),
        ...(unreadablePieces > 0 ? { unreadablePieces } : {}),
      };
    },
  };
}

/** Counts for each part of a call besides its text, so that empty parts cannot add up without limit. */
const CALL_PART_CHARACTERS = 1;

/** Returns the choice with index 0, at any position; without indexes, the first one. */
function firstChoice(choices: readonly unknown[]): Readonly<Record<string, unknown>> {
  const choice = choices.find((item, position) => {
    const { index } = toFields(item);
    return typeof index === "number" ? index === 0 : position === 0;
  });
  return toFields(choice);
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function contentText(value: unknown): string {
  if (!Array.isArray(value)) return toText(value);
  return value.map((part) => toText(toFields(part)["text"])).join("");
}

const REASONS: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  tool_calls: "tool_calls",
  function_call: "tool_calls",
  length: "length",
  max_tokens: "length",
  model_length: "length",
  content_filter: "content_filter",
  sensitive: "content_filter",
};

/** Reasons of providers that could not finish: OpenRouter, vLLM, DeepSeek and Z.ai, in this order. */
const FAILED_REASONS: ReadonlySet<string> = new Set([
  "error",
  "abort",
  "insufficient_system_resource",
  "network_error",
]);
