import { toFailure } from "../../errors.ts";
import type { ToolCall } from "../../log/message.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import { rejectedCallsPrompt } from "../../prompts/generated/rejected-calls.ts";
import { cutText } from "../../foreign-text.ts";
import { isNestedDeeperThan } from "../../json-nesting.ts";
import { parseJson } from "../../parse-json.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { MAX_ARGUMENTS_DEPTH, UNREADABLE_ARGUMENTS_CHARACTERS } from "../../tunables.ts";

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
  if (isNestedDeeperThan(trimmed, MAX_ARGUMENTS_DEPTH))
    return {
      ok: false,
      kind: "not_json",
      message: fillPrompt(rejectedCallsPrompt.tooDeep, { levels: String(MAX_ARGUMENTS_DEPTH) }),
    };
  const direct = parse(trimmed);
  if (!direct.ok)
    return (
      repaired(unfenced(trimmed), "fence_removed") ??
      repaired(withoutStrayFence(trimmed), "trailing_text") ?? {
        ok: false,
        kind: "not_json",
        message: fillPrompt(rejectedCallsPrompt.notJson, { problem: direct.problem }),
      }
    );
  const { value } = direct;
  if (isObject(value)) return { ok: true, text: trimmed, value, repair: null };
  const decoded = typeof value === "string" ? repaired(value.trim(), "double_encoded") : null;
  if (decoded !== null) return decoded;
  const kind = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  return {
    ok: false,
    kind: "not_an_object",
    message: fillPrompt(rejectedCallsPrompt.notAnObject, { kind }),
  };
}

/** Returns the text as repaired arguments if it is one JSON object. */
function repaired(text: string, repair: Repair): ReadArguments | null {
  if (isNestedDeeperThan(text, MAX_ARGUMENTS_DEPTH)) return null;
  const parsed = parse(text);
  return parsed.ok && isObject(parsed.value) ? { ok: true, text, value: parsed.value, repair } : null;
}

/** Returns the content of a fence around the whole text; empty if there is none. No regular expression, because one takes cubic time on long white space. */
function unfenced(text: string): string {
  return text.startsWith(FENCE) && text.endsWith(FENCE)
    ? text.slice(FENCE.length, -FENCE.length).replace(/^json/, "").trim()
    : "";
}

/** Returns the text before a fence at its end; empty if there is none. */
function withoutStrayFence(text: string): string {
  return text.endsWith(FENCE) ? text.slice(0, -FENCE.length).trim() : "";
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

function parse(text: string): Parsed {
  try {
    return { ok: true, value: parseJson(text) };
  } catch (thrown) {
    return { ok: false, problem: toFailure(thrown).message };
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the valid object that replaces unreadable arguments in the history. It keeps the original text, or its beginning, visible to the model. */
export function placeholderArguments(received: string): ToolCall["arguments"] {
  return JSON.stringify({ unreadable_arguments: cutText(received, UNREADABLE_ARGUMENTS_CHARACTERS) });
}
