import type { FinishReason } from "../../log/message.ts";
import type { ModelAnswer, ModelRequest, ReceivedToolCall } from "../../ports/model-client.ts";
import { toFields, readUsage } from "./usage.ts";
import { parseJson } from "../../parse-json.ts";

/** Assembles an answer from streamed chunks and tolerates fields that a provider omits. */
export type Collector = {
  add(chunk: unknown): void;
  /** Records the provider's end mark; some providers send it without a finish reason. */
  end(): void;
  /** True after a finish reason or an end mark; without either, the stream was truncated. */
  finished(): boolean;
  streamed(): boolean;
  answer(): ModelAnswer;
};

type PartialToolCall = { index: number | null; id: string | null; name: string; arguments: string };

/** Creates a collector. `elapsedMs` returns the time since the start of the request. */
export function createCollector(onDelta: ModelRequest["onDelta"], elapsedMs: () => number): Collector {
  let text = "";
  let reasoning = "";
  let finish: string | null = null;
  let usage: ModelAnswer["usage"] = null;
  let firstTokenMs: number | null = null;
  const calls: PartialToolCall[] = [];
  const emit = (channel: "text" | "reasoning" | "tool", piece: string): void => {
    if (piece === "") return;
    firstTokenMs ??= elapsedMs();
    if (channel === "text") text += piece;
    else if (channel === "reasoning") reasoning += piece;
    onDelta({ channel, text: piece });
  };
  return {
    add(chunk) {
      const fields = toFields(chunk);
      if (fields["usage"] !== undefined) usage = readUsage(fields["usage"]) ?? usage;
      const choice = toFields(Array.isArray(fields["choices"]) ? fields["choices"][0] : null);
      const delta = toFields(choice["delta"] ?? choice["message"]);
      emit("reasoning", toText(delta["reasoning_content"] ?? delta["reasoning"]));
      emit("text", contentText(delta["content"]) || toText(delta["refusal"]));
      const isWhole = choice["delta"] === undefined || choice["delta"] === null;
      if (Array.isArray(delta["tool_calls"]))
        for (const piece of delta["tool_calls"]) emit("tool", addCall(calls, piece, isWhole));
      if (typeof choice["finish_reason"] === "string") finish = choice["finish_reason"];
    },
    end: () => {
      if (firstTokenMs !== null) finish ??= calls.length > 0 ? "tool_calls" : "stop";
    },
    finished: () => finish !== null,
    streamed: () => firstTokenMs !== null,
    answer: () => ({
      text,
      reasoning,
      usage,
      firstTokenMs,
      finishReason: toFinishReason(finish),
      toolCalls: calls.map(({ id, name, arguments: written }): ReceivedToolCall => ({
        id,
        name,
        arguments: written,
      })),
    }),
  };
}

/**
 * Adds part of a tool call, or a whole one. Parts match by index, else by id, else the latest call; a part with a different id, or a name
 * after a complete call, starts a new call, because some providers number every call 0 or not at all. Returns the new text.
 */
function addCall(calls: PartialToolCall[], raw: unknown, isWhole: boolean): string {
  const piece = toFields(raw);
  const fn = toFields(piece["function"]);
  const id = typeof piece["id"] === "string" && piece["id"] !== "" ? piece["id"] : null;
  const index = typeof piece["index"] === "number" ? piece["index"] : null;
  const name = toText(fn["name"]);
  const written =
    typeof fn["arguments"] === "object" && fn["arguments"] !== null
      ? JSON.stringify(fn["arguments"])
      : toText(fn["arguments"]);
  const existing = isWhole
    ? undefined
    : calls.findLast((call) => (index !== null ? call.index === index : id !== null ? call.id === id : true));
  if (existing === undefined || startsNewCall(existing, { id, name, index })) {
    calls.push({ index, id, name, arguments: written });
    return name === "" ? written : `${name} ${written}`;
  }
  existing.id ??= id;
  // Some providers repeat the full name in each part, others split it.
  if (name !== "" && name !== existing.name) existing.name += name;
  existing.arguments += written;
  return written;
}

function startsNewCall(
  existing: PartialToolCall,
  piece: { readonly id: string | null; readonly name: string; readonly index: number | null },
): boolean {
  if (piece.name === "") return false;
  if (existing.id !== null && piece.id !== null && existing.id !== piece.id) return true;
  return piece.index === null && isComplete(existing.arguments);
}

function isComplete(written: string): boolean {
  try {
    parseJson(written);
    return true;
  } catch {
    return false;
  }
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
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
  content_filter: "content_filter",
};

function toFinishReason(reason: string | null): FinishReason {
  return REASONS[reason ?? ""] ?? "other";
}
