import type { ToolCall } from "../log/message.ts";
import type { ModelAnswer, ReceivedToolCall } from "../ports/model-client.ts";
import { textToolsPrompt } from "../prompts/generated/text-tools.ts";
import { parseJson } from "../parse-json.ts";

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
const LABEL_LINE = /^[ \t]*\**(thought|action input|action|observation|final answer)\**[ \t]*:\**[ \t]*/gimu;

/**
 * Parses `Thought: … Action: tool Action Input: {…}` into the same calls as native tool calling; several pairs give several calls. Without an
 * action the text is the answer. Drops everything from an `Observation:` on, because the model made it up. Arguments are kept as written; the
 * loop repairs them and logs the repair.
 */
export function parseTextProtocol(text: string): TextProtocolAnswer {
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

function splitSections(text: string): readonly Section[] {
  const marks = [...text.matchAll(LABEL_LINE)];
  const lead = text.slice(0, marks[0]?.index ?? text.length).trim();
  const sections: Section[] =
    lead === "" ? [] : [{ label: marks.length === 0 ? "answer" : "thought", text: lead }];
  marks.forEach((mark, index) => {
    const label = LABELS.get((mark[1] ?? "").toLowerCase());
    const content = text.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? text.length).trim();
    if (label !== undefined) sections.push({ label, text: content });
  });
  return sections;
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
    ...message.toolCalls.map((call) => `Action: ${call.name}\nAction Input: ${call.arguments}`),
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
