import type { FinishReason } from "../../log/message.ts";
import type { ModelAnswer, ModelRequest, ReceivedToolCall } from "../../ports/model-client.ts";
import { fieldsOf, readUsage } from "./usage.ts";

/** Puts an answer together from streamed chunks, whatever a provider leaves out. */
export type Collector = {
  add(chunk: unknown): void;
  /** Notes the provider's end mark; some send it without ever having said why they stopped. */
  end(): void;
  /** True once the provider said why it stopped, or that it did: without that, the stream was cut. */
  finished(): boolean;
  streamed(): boolean;
  answer(): ModelAnswer;
};

type Building = { index: number | null; id: string | null; name: string; arguments: string };

/** Creates a collector. `elapsedMs` gives the time since the request began. */
export function createCollector(onDelta: ModelRequest["onDelta"], elapsedMs: () => number): Collector {
  let text = "";
  let reasoning = "";
  let finish: string | null = null;
  let usage: ModelAnswer["usage"] = null;
  let firstTokenMs: number | null = null;
  const calls: Building[] = [];
  const say = (channel: "text" | "reasoning" | "tool", piece: string): void => {
    if (piece === "") return;
    firstTokenMs ??= elapsedMs();
    if (channel === "text") text += piece;
    else if (channel === "reasoning") reasoning += piece;
    onDelta({ channel, text: piece });
  };
  return {
    add(chunk) {
      const fields = fieldsOf(chunk);
      if (fields["usage"] !== undefined) usage = readUsage(fields["usage"]) ?? usage;
      const choice = fieldsOf(Array.isArray(fields["choices"]) ? fields["choices"][0] : null);
      const delta = fieldsOf(choice["delta"] ?? choice["message"]);
      say("reasoning", textOf(delta["reasoning_content"] ?? delta["reasoning"]));
      say("text", contentOf(delta["content"]) || textOf(delta["refusal"]));
      const whole = choice["delta"] === undefined || choice["delta"] === null;
      if (Array.isArray(delta["tool_calls"]))
        for (const piece of delta["tool_calls"]) say("tool", addCall(calls, piece, whole));
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
      finishReason: finishReasonOf(finish),
      toolCalls: calls.map(({ id, name, arguments: written }): ReceivedToolCall => ({
        id,
        name,
        arguments: written,
      })),
    }),
  };
}

/**
 * Adds one piece of a tool call, or a whole one. Pieces belong together by index, else by id, else to the latest call; a piece that brings
 * another id, or a name after a call that is complete, begins a call of its own, because some providers number every call 0 or none.
 * Gives the text that was new.
 */
function addCall(calls: Building[], raw: unknown, whole: boolean): string {
  const piece = fieldsOf(raw);
  const fn = fieldsOf(piece["function"]);
  const id = typeof piece["id"] === "string" && piece["id"] !== "" ? piece["id"] : null;
  const index = typeof piece["index"] === "number" ? piece["index"] : null;
  const name = textOf(fn["name"]);
  const written =
    typeof fn["arguments"] === "object" && fn["arguments"] !== null
      ? JSON.stringify(fn["arguments"])
      : textOf(fn["arguments"]);
  const known = whole
    ? undefined
    : calls.findLast((call) => (index !== null ? call.index === index : id !== null ? call.id === id : true));
  if (known === undefined || beginsAnother(known, { id, name, index })) {
    calls.push({ index, id, name, arguments: written });
    return name === "" ? written : `${name} ${written}`;
  }
  known.id ??= id;
  // Some providers repeat the whole name in each piece, others send it in parts.
  if (name !== "" && name !== known.name) known.name += name;
  known.arguments += written;
  return written;
}

function beginsAnother(
  known: Building,
  piece: { readonly id: string | null; readonly name: string; readonly index: number | null },
): boolean {
  if (piece.name === "") return false;
  if (known.id !== null && piece.id !== null && known.id !== piece.id) return true;
  return piece.index === null && isComplete(known.arguments);
}

function isComplete(written: string): boolean {
  try {
    JSON.parse(written);
    return true;
  } catch {
    return false;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function contentOf(value: unknown): string {
  if (!Array.isArray(value)) return textOf(value);
  return value.map((part) => textOf(fieldsOf(part)["text"])).join("");
}

const REASONS: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  tool_calls: "tool_calls",
  function_call: "tool_calls",
  length: "length",
  max_tokens: "length",
  content_filter: "content_filter",
};

function finishReasonOf(reason: string | null): FinishReason {
  return REASONS[reason ?? ""] ?? "other";
}
