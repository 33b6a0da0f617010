import type { FinishReason } from "../../log/message.ts";
import type { ModelAnswer, ModelRequest, ReceivedToolCall } from "../../ports/model-client.ts";
import { fieldsOf, readUsage } from "./usage.ts";

/** Puts an answer together from streamed chunks, whatever a provider leaves out. */
export type Collector = {
  add(chunk: unknown): void;
  /** True once the provider said why it stopped: without that, the stream was cut. */
  finished(): boolean;
  streamed(): boolean;
  answer(): ModelAnswer;
};

type Building = { key: string; id: string | null; name: string; arguments: string };

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
      usage = readUsage(fields["usage"]) ?? usage;
      const choice = Array.isArray(fields["choices"]) ? fieldsOf(fields["choices"][0]) : {};
      const delta = fieldsOf(choice["delta"] ?? choice["message"]);
      say("reasoning", textOf(delta["reasoning_content"] ?? delta["reasoning"]));
      say("text", contentOf(delta["content"]) || textOf(delta["refusal"]));
      if (Array.isArray(delta["tool_calls"])) for (const [position, piece] of delta["tool_calls"].entries()) say("tool", addCall(calls, piece, position));
      if (typeof choice["finish_reason"] === "string") finish = choice["finish_reason"];
    },
    finished: () => finish !== null,
    streamed: () => firstTokenMs !== null,
    answer: () => ({
      text, reasoning, usage, firstTokenMs, finishReason: finishReasonOf(finish),
      toolCalls: calls.map(({ id, name, arguments: written }): ReceivedToolCall => ({ id, name, arguments: written })),
    }),
  };
}

/** Adds one piece of a tool call; pieces belong together by index, else by id, else to the latest call. Gives the text that was new. */
function addCall(calls: Building[], raw: unknown, position: number): string {
  const piece = fieldsOf(raw);
  const fn = fieldsOf(piece["function"]);
  const id = typeof piece["id"] === "string" && piece["id"] !== "" ? piece["id"] : null;
  const key = typeof piece["index"] === "number" ? `#${piece["index"]}` : id !== null ? `id ${id}` : (calls.at(-1)?.key ?? `at ${position}`);
  const name = textOf(fn["name"]);
  const written = typeof fn["arguments"] === "object" && fn["arguments"] !== null ? JSON.stringify(fn["arguments"]) : textOf(fn["arguments"]);
  const known = calls.find((call) => call.key === key);
  if (known === undefined) {
    calls.push({ key, id, name, arguments: written });
    return name === "" ? written : `${name} ${written}`;
  }
  known.id ??= id;
  // Some providers repeat the whole name in each piece, others send it in parts.
  if (name !== "" && name !== known.name) known.name += name;
  known.arguments += written;
  return written;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function contentOf(value: unknown): string {
  if (!Array.isArray(value)) return textOf(value);
  return value.map((part) => textOf(fieldsOf(part)["text"])).join("");
}

function finishReasonOf(reason: string | null): FinishReason {
  switch (reason) {
    case "stop":
    case "tool_calls":
    case "length":
    case "content_filter":
      return reason;
    case "function_call":
      return "tool_calls";
    case "max_tokens":
      return "length";
    default:
      return "other";
  }
}
