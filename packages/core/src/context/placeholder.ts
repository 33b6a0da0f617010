import type { ToolCall, ToolMessage } from "../log/message.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { PLACEHOLDER_FACTS } from "../tunables.ts";
import { findFacts, namesFirst } from "./find-facts.ts";
import { RENDERER_VERSION } from "./request.ts";

const MAX_ARGUMENTS_LENGTH = 120;
const MAX_MEMORY_LENGTH = 240;
const MAX_ERROR_LINES = 3;
const MAX_ERROR_LENGTH = 160;
const ERROR_LINE = /\b(error|exception|failed|failure|fatal|denied|not found|traceback)\b|错误|失败|异常/iu;
/** Only this many characters at each end of a long output are searched: errors appear where a program starts or fails. */
const SEARCHED_CHARACTERS = 20_000;

/** Shown instead of a result whose memory entries no longer hold. Requests are rebuilt from it: another wording requires a new `RENDERER_VERSION`. */
export const WITHDRAWN_TEXT = compactionPrompt.withdrawn;

/** Facts of a result among which those of its placeholder are chosen. */
const MAX_FACTS = 80;
/** How many facts the placeholders of earlier renderers list. */
const EARLIER_FACTS: ReadonlyMap<number, number> = new Map([
  [1, 0],
  [2, 0],
  [3, 24],
]);

/**
 * Returns the one-line placeholder of a cleared result: tool, shortened arguments, outcome, error lines, the first facts of the result, and the id
 * to read the original. A pure function of the log, because requests are rebuilt from it: changing the wording requires a new
 * `RENDERER_VERSION`. `renderer` is the version of a stored request. Default: the current one.
 */
export function placeholderText(
  message: ToolMessage,
  call: ToolCall | undefined,
  renderer: number = RENDERER_VERSION,
): string {
  const shownArguments =
    call === undefined || call.arguments === "{}" ? "" : shorten(call.arguments, MAX_ARGUMENTS_LENGTH);
  const errors = message.outcome === "ok" ? [] : errorLines(message.output);
  const parts = [
    `${message.toolName}(${shownArguments}) ${message.outcome}`,
    ...(message.longTermMemory === undefined ? [] : [shorten(message.longTermMemory, MAX_MEMORY_LENGTH)]),
    ...errors,
    ...placeholderFacts(message, shownArguments, renderer),
    fillPrompt(compactionPrompt.cleared, {
      characters: String(message.output.length),
      id: message.toolCallId,
    }),
  ];
  return `[cleared: ${parts.join(" · ")}]`;
}

/** The facts that the placeholder does not show anyway, as one text; nothing if there is none. */
function placeholderFacts(
  { output }: ToolMessage,
  shownArguments: string,
  renderer: number,
): readonly string[] {
  const limit = EARLIER_FACTS.get(renderer) ?? PLACEHOLDER_FACTS;
  if (limit === 0) return [];
  const facts = findFacts(output.slice(0, SEARCHED_CHARACTERS), MAX_FACTS);
  const further = namesFirst(facts.filter((fact) => !shownArguments.includes(fact))).slice(0, limit);
  return further.length === 0 ? [] : [further.join(" ")];
}

/** Returns the lines of an output that report an error; its first lines if none do. */
export function errorLines(output: string): readonly string[] {
  const searched =
    output.length <= SEARCHED_CHARACTERS * 2
      ? output
      : `${output.slice(0, SEARCHED_CHARACTERS)}\n${output.slice(-SEARCHED_CHARACTERS)}`;
  const lines = searched.split("\n").filter((line) => line.trim() !== "");
  const errors = lines.filter((line) => ERROR_LINE.test(line));
  return (errors.length > 0 ? errors : lines)
    .slice(0, MAX_ERROR_LINES)
    .map((line) => shorten(line, MAX_ERROR_LENGTH));
}

/** Returns a text on one line, cut with an ellipsis at `length` characters without splitting a surrogate pair. */
export function shorten(text: string, length: number): string {
  const line = text
    .slice(0, length * 4)
    .replace(/\s+/gu, " ")
    .trim();
  if (line.length <= length) return line;
  return `${line.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}
