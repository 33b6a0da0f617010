import { describeGoalCall } from "./describe-goal-call.ts";
import type { ContentPart, ToolCall, ToolOutcome } from "./message.ts";
import { GOAL_TOOL } from "./tool-names.ts";
import { parseJson } from "../parse-json.ts";

/** Maximum length of a description, in UTF-16 units. */
export const DESCRIPTION_LENGTH = 120;
const ELLIPSIS = "…";
/** Only this much of a text is scanned, so a 20 MB result costs no more to describe than a short one. */
const MAX_SCANNED_LENGTH = 1_000;

/** Describes a user message in one line: its text, or the names of its attachments. */
export function describeUser(parts: readonly ContentPart[]): string {
  for (const part of parts) {
    if (part.type === "text" && part.text.trim() !== "") return oneLine(part.text);
  }
  const names = parts.map((part) =>
    part.type === "file" ? part.name : part.type === "image" ? "image" : "",
  );
  return oneLine(names.filter((name) => name !== "").join(", ") || "(empty)");
}

/** Describes an assistant message in one line: its text, else its tool calls, else its reasoning. */
export function describeAssistant(message: {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly Pick<ToolCall, "name" | "arguments">[];
}): string {
  if (message.text.trim() !== "") return oneLine(message.text);
  const [first] = message.toolCalls;
  if (first !== undefined) {
    return message.toolCalls.length === 1
      ? describeCall(first)
      : oneLine(countNames(message.toolCalls.map((call) => call.name)));
  }
  return message.reasoning.trim() === ""
    ? "(empty answer)"
    : oneLine(`Thought: ${message.reasoning.slice(0, MAX_SCANNED_LENGTH)}`);
}

/** Describes a tool result in one line: its title, prefixed with the outcome unless it is `ok`. */
export function describeTool(result: {
  readonly toolName: string;
  readonly outcome: ToolOutcome;
  readonly title: string;
}): string {
  const title = result.title.trim() === "" ? result.toolName : result.title;
  return oneLine(result.outcome === "ok" ? title : `${result.outcome}: ${title}`);
}

/** Longer reasons do not fit beside the name of a call. */
const REASON_LENGTH = 80;

/**
 * Returns why a call failed or did not run, from its output: the first sentence without the call that it names. `Cannot read "/etc/x": It is
 * outside the project folder. Use …` becomes `it is outside the project folder`.
 */
export function describeFailure(output: string): string {
  const line = oneLine(output.trimStart().split("\n", 1)[0] ?? "");
  const reason = line.replace(/^Cannot \w+ "[^"]*": |^Denied: |^Not run[.:] /u, "");
  const sentence = /^.{8,}?[.:;](?= )/u.exec(reason)?.[0] ?? reason;
  const text = sentence.replace(/[.:;…]+$/u, "");
  const start = /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  return start.length <= REASON_LENGTH ? start : `${start.slice(0, REASON_LENGTH - 1).trimEnd()}…`;
}

/** `name(value of the first argument)`: enough to distinguish calls of the same tool in a list. */
export function describeCall(call: Pick<ToolCall, "name" | "arguments">): string {
  const argument =
    (call.name === GOAL_TOOL ? describeGoalCall(call.arguments) : null) ?? firstArgument(call.arguments);
  return oneLine(`${call.name}(${argument})`);
}

/** Collapses white space and truncates to `DESCRIPTION_LENGTH` without splitting a surrogate pair. */
export function oneLine(text: string): string {
  const line = text.slice(0, MAX_SCANNED_LENGTH).trimStart().replace(/\s+/gu, " ").trimEnd();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  const cut = line.slice(0, DESCRIPTION_LENGTH - ELLIPSIS.length);
  return `${/[\uD800-\uDBFF]$/u.test(cut) ? cut.slice(0, -1) : cut}${ELLIPSIS}`;
}

function countNames(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(", ");
}

function firstArgument(text: string): string {
  if (text.length > MAX_SCANNED_LENGTH) return scanFirstString(text.slice(0, MAX_SCANNED_LENGTH));
  try {
    const parsed: unknown = parseJson(text);
    if (typeof parsed !== "object" || parsed === null) return "";
    const values: readonly unknown[] = Object.values(parsed);
    const [value] = values;
    return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  } catch {
    return scanFirstString(text);
  }
}

/** The first string value in text that may be truncated or not JSON at all. */
function scanFirstString(text: string): string {
  const match = /:\s*"((?:[^"\\]|\\.)*)/u.exec(text);
  return match?.[1] ?? "";
}
