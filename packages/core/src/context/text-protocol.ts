import type { ToolCall } from "../log/message.ts";
import type { ModelAnswer, ReceivedToolCall } from "../ports/model-client.ts";
import { textToolsPrompt } from "../prompts/generated/text-tools.ts";
import { parseJson } from "../parse-json.ts";
import { wireCall } from "./wire-call.ts";

/** The parsed text of a model without native tool calling. */
export type TextProtocolAnswer = {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ReceivedToolCall[];
};

type Label = "thought" | "action" | "input" | "observation" | "answer";
type Section = { readonly label: Label; readonly text: string };

const LABELS: ReadonlyMap<string, Label> = new Map([
  ["thought", "thought"],
  ["action", "action"],
  ["action input", "input"],
  ["observation", "observation"],
  ["final answer", "answer"],
]);
const LABEL_LINE = /^ {0,3}\**(thought|action input|action|observation|final answer)\**[ \t]*:\**[ \t]*/gimu;

const LABEL_START = /^\**(?:thought|action)\**[ \t]*:/iu;
/** A line that opens or closes a block of code. */
const FENCE_LINE = /^ {0,3}```[^\n]*$/gmu;

/**
 * Parses `Thought: … Action: tool Action Input: {…}` into the same calls as native tool calling; several pairs give several calls. Without
 * an action the text is the answer. Lines that the model merely quotes are text: those in a block of code within other text, after a final
 * answer, and followed by more text than arguments. Drops everything from an `Observation:` on, because the model made it up. Arguments are
 * kept as written; the loop repairs them and logs the repair.
 */
export function parseTextProtocol(received: string): TextProtocolAnswer {
  const text = unwrapped(received);
  const sections = splitSections(text);
  const firstObservation = sections.findIndex((section) => section.label === "observation");
  const kept = firstObservation === -1 ? sections : sections.slice(0, firstObservation);
  const toolCalls: ReceivedToolCall[] = [];
  kept.forEach((section, index) => {
    if (section.label !== "action") return;
    const next = kept[index + 1];
    const name = section.text.replace(/^[`"']+/u, "").replace(/(?<![`"'().])[`"'().]+$/u, "");
    toolCalls.push({ id: null, name, arguments: next?.label === "input" ? next.text : "" });
  });
  const sectionText = (label: Label): string =>
    kept
      .filter((section) => section.label === label)
      .map((section) => section.text)
      .join("\n");
  return { text: sectionText("answer"), reasoning: sectionText("thought"), toolCalls };
}

type Mark = { readonly label: Label; readonly start: number; readonly end: number };

function splitSections(text: string): readonly Section[] {
  const marks = withoutQuotes(text, findMarks(text));
  const lead = text.slice(0, marks[0]?.start ?? text.length).trim();
  const sections: Section[] =
    lead === "" ? [] : [{ label: marks.length === 0 ? "answer" : "thought", text: lead }];
  marks.forEach(({ label, end }, index) => {
    sections.push({ label, text: text.slice(end, marks[index + 1]?.start ?? text.length).trim() });
  });
  return sections;
}

function findMarks(text: string): readonly Mark[] {
  return [...text.matchAll(LABEL_LINE)].flatMap((match) => {
    const label = LABELS.get((match[1] ?? "").toLowerCase());
    return label === undefined ? [] : [{ label, start: match.index, end: match.index + match[0].length }];
  });
}

/** Drops the marks in blocks of code, those of a final answer's text, and an action whose arguments are followed by more text. */
function withoutQuotes(text: string, all: readonly Mark[]): readonly Mark[] {
  const outside = outsideOf(codeBlocks(text), all);
  const answer = outside.findIndex(({ label }) => label === "answer");
  const marks = outside.filter(
    ({ label }, index) => answer === -1 || index <= answer || label === "observation",
  );
  const hasTextAfter = marks.map(
    ({ label, end }, index) =>
      label === "input" && hasTextAfterObject(text.slice(end, marks[index + 1]?.start ?? text.length)),
  );
  return marks.filter(
    ({ label }, index) => !(hasTextAfter[index] ?? false) && !(label === "action" && hasTextAfter[index + 1]),
  );
}

/** Drops the marks inside blocks. Both lists are in the order of the text. */
function outsideOf(blocks: readonly Block[], marks: readonly Mark[]): readonly Mark[] {
  let next = 0;
  return marks.filter(({ start }) => {
    while ((blocks[next]?.end ?? Infinity) <= start) next += 1;
    return start < (blocks[next]?.start ?? Infinity);
  });
}

/** True for a complete object with words after it. */
function hasTextAfterObject(written: string): boolean {
  const end = written.lastIndexOf("}");
  return end !== -1 && /\p{L}/u.test(written.slice(end + 1)) && isJson(written.slice(0, end + 1).trim());
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

type Block = { readonly start: number; readonly end: number; readonly content: string };

/** Returns the blocks between fences; one that is not closed ends with the text. */
function codeBlocks(text: string): readonly Block[] {
  const fences = [...text.matchAll(FENCE_LINE)];
  return fences.flatMap((open, index) => {
    if (index % 2 === 1) return [];
    const close = fences[index + 1];
    const content = text.slice(open.index + open[0].length, close?.index ?? text.length);
    return [
      { start: open.index, end: close === undefined ? text.length : close.index + close[0].length, content },
    ];
  });
}

/** Some models write their calls in a block of code: removes its fences if only thoughts come before it and nothing after it. */
function unwrapped(text: string): string {
  const block = codeBlocks(text).find(({ content }) => content.trimStart().search(LABEL_START) === 0);
  if (block === undefined || text.slice(block.end).trim() !== "") return text;
  const before = text.slice(0, block.start);
  const isThought =
    before.trim() === "" || (/^\s*\**thought/iu.test(before) && findMarks(before).length === 1);
  return isThought ? `${before}${block.content.trim()}` : text;
}

/** Renders the system text that replaces the `tools` array of a request: the tools, and how to call them in text. */
export function renderTextTools(toolsJson: string): string {
  const tools: unknown = parseJson(toolsJson);
  const lines = Array.isArray(tools) ? tools.map((tool: unknown) => toolLine(tool)) : [];
  return textToolsPrompt.system.replace("%tools%", () => lines.join("\n\n"));
}

function toolLine(tool: unknown): string {
  const definition = readField(tool, "function");
  return `## ${String(readField(definition, "name"))}\n${String(readField(definition, "description"))}\n${JSON.stringify(readField(definition, "parameters"))}`;
}

function readField(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && key in value
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

/** Renders an assistant message for such a model, with the labels it was instructed to use. */
export function writeTextTurn(message: {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCall[];
}): string {
  const lines = [
    ...(message.reasoning === "" ? [] : [`Thought: ${message.reasoning}`]),
    ...(message.text === "" ? [] : [message.text]),
    ...message.toolCalls.map(wireCall).map((call) => `Action: ${call.name}\nAction Input: ${call.arguments}`),
  ];
  return lines.join("\n");
}

/** Converts a text answer to an answer with tool calls. An answer with thoughts only is returned unchanged. */
export function readTextAnswer(answer: ModelAnswer): ModelAnswer {
  const { text, reasoning, toolCalls } = parseTextProtocol(answer.text);
  if (text === "" && toolCalls.length === 0) return answer;
  const thoughts = [answer.reasoning, reasoning].filter((part) => part !== "").join("\n");
  return { ...answer, text, reasoning: thoughts, toolCalls };
}
