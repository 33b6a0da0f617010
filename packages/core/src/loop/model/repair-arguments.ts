import type { ToolCall } from "../../log/message.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import { rejectedCallsPrompt } from "../../prompts/generated/rejected-calls.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { parseJson } from "../../parse-json.ts";

type Repair = RunEventPayloads["call.repaired"]["repair"];

const FENCE = "```";

/** The result of reading a model's argument text. */
export type ReadArguments =
  | {
      readonly ok: true;
      readonly text: string;
      readonly value: Readonly<Record<string, unknown>>;
      readonly repair: Repair | null;
    }
  | { readonly ok: false; readonly kind: "not_json" | "not_an_object"; readonly message: string };

/**
 * Reads tool arguments. Repairs only unambiguous text: empty text becomes `{}`, a fence around one object is removed, a doubly encoded object is
 * decoded, white space and a stray fence after a complete object are removed. Anything else is reported to the model.
 */
export function readArguments(text: string): ReadArguments {
  const trimmed = text.trim();
  if (trimmed === "") return { ok: true, text: "{}", value: {}, repair: "empty_arguments" };
  const direct = parse(trimmed);
  if (isObject(direct)) return { ok: true, text: trimmed, value: direct, repair: null };
  if (typeof direct === "string") {
    const inner = parse(direct.trim());
    if (isObject(inner)) return { ok: true, text: direct.trim(), value: inner, repair: "double_encoded" };
  }
  if (direct !== undefined) {
    const kind = direct === null ? "null" : Array.isArray(direct) ? "an array" : `a ${typeof direct}`;
    return {
      ok: false,
      kind: "not_an_object",
      message: fillPrompt(rejectedCallsPrompt.notAnObject, { kind }),
    };
  }
  const fenced = unfenced(trimmed);
  if (fenced !== undefined) {
    const inner = parse(fenced);
    if (isObject(inner)) return { ok: true, text: fenced, value: inner, repair: "fence_removed" };
  }
  const stray = /^(\{[\s\S]*\})\s*```$/.exec(trimmed)?.[1];
  if (stray !== undefined && isObject(parse(stray))) return readWithRepair(stray, "trailing_text");
  return {
    ok: false,
    kind: "not_json",
    message: fillPrompt(rejectedCallsPrompt.notJson, { problem: jsonProblem(trimmed) }),
  };
}

/** Returns the content of a fence around the whole text. No regular expression, because one takes cubic time on long white space. */
function unfenced(text: string): string | undefined {
  const isFenced = text.length >= FENCE.length * 2 && text.startsWith(FENCE) && text.endsWith(FENCE);
  return isFenced ? text.slice(FENCE.length, -FENCE.length).replace(/^json/, "").trim() : undefined;
}

function readWithRepair(text: string, repair: Repair): ReadArguments {
  const value = parse(text);
  return isObject(value)
    ? { ok: true, text, value, repair }
    : { ok: false, kind: "not_json", message: rejectedCallsPrompt.notJsonAtAll };
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function jsonProblem(text: string): string {
  try {
    parseJson(text);
    return "";
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the valid object that replaces unreadable arguments in the history. It keeps the original text visible to the model. */
export function placeholderArguments(received: string): ToolCall["arguments"] {
  return JSON.stringify({ unreadable_arguments: received });
}
