import type { AssistantMessage, Message, ToolMessage, UserMessage } from "../log/message.ts";
import { errorLines, inShort } from "./placeholder.ts";

/** Something that was said or happened, with the message that tells it. */
export type Noted = { readonly text: string; readonly sequence: number };
/** A file that was read or changed, and the call that shows it again. */
export type NotedFile = Noted & { readonly changed: boolean; readonly toolCallId: string };
export type ToolUse = { readonly name: string; readonly calls: number; readonly failures: number };

/**
 * What code can tell of a history without understanding it: files, tools, errors, completions, decisions, requirements, numbers and names
 * with digits. Each list is bounded and keeps the newest, so that extending it by one message costs the same late in a run as early.
 */
export type KeyInformation = {
  readonly files: Map<string, NotedFile>;
  readonly tools: Map<string, ToolUse>;
  readonly errors: Noted[];
  readonly completions: Noted[];
  readonly decisions: Noted[];
  readonly requirements: Noted[];
  readonly numbers: Map<string, Noted>;
  /** The last thing the assistant said. */
  lastText: Noted | null;
};

const FILES = 60;
const NOTES = 24;
const NUMBERS = 60;
const SENTENCE_LENGTH = 240;
/** Of a long text its beginning and end are read: decisions and results are mostly there. */
const READ = 4_000;
const PATH_ARGUMENTS = ["path", "file", "file_path", "filename", "folder", "directory"];
const PATH =
  /(?:^|[\s"'`(=])((?:\.{0,2}\/)?(?:[\w.@-]+\/)+[\w.@-]+\.\w{1,8}|[\w@-]+\.(?:ts|tsx|js|mjs|py|md|json|yml|yaml|toml|rs|go|java|c|h|cpp|css|html|sql|sh|txt|csv))\b/gu;
const CHANGES = /write|edit|create|patch|delete|move|rename/iu;
const DECISION =
  /\b(?:decided?|we(?:'ll| will) use|instead of|chose|choose|going with|agreed|confirmed?|let's use|opted)\b|决定|改用|选择|采用|确认/iu;
const COMPLETION =
  /\b(?:done|completed?|finished|fixed|pass(?:es|ed)|created|updated|booked|cancelled|successful(?:ly)?|resolved)\b|完成|已修复|成功|解决/iu;
const REQUIREMENT =
  /\b(?:must|never|always|don't|do not|should|only|need(?:s|ed)?|want|make sure|require[sd]?|prefer|avoid|no more than|at least|at most)\b|必须|不要|只能|务必|需要|应该/iu;
/** A word with a digit in it: ids, amounts, dates, versions. Looked for where words begin: text without spaces would be read over and over. */
const NUMBER = /[#$€£¥]?(?<![\p{L}_])[\p{L}_]*\d[\p{L}\d_.,:%/-]*/gu;

/** Nothing known yet. */
export function noKeyInformation(): KeyInformation {
  return {
    files: new Map(),
    tools: new Map(),
    errors: [],
    completions: [],
    decisions: [],
    requirements: [],
    numbers: new Map(),
    lastText: null,
  };
}

/** A copy that can be extended without touching the first. */
export function copyKeyInformation(known: KeyInformation): KeyInformation {
  return {
    files: new Map(known.files),
    tools: new Map(known.tools),
    errors: [...known.errors],
    completions: [...known.completions],
    decisions: [...known.decisions],
    requirements: [...known.requirements],
    numbers: new Map(known.numbers),
    lastText: known.lastText,
  };
}

/** Adds what one more message tells. */
export function extractInto(known: KeyInformation, message: Message): void {
  switch (message.role) {
    case "user":
      return fromUser(known, message);
    case "assistant":
      return fromAssistant(known, message);
    case "tool":
      return fromResult(known, message);
  }
}

/** The words of a user message; what it carries besides is named. */
export function textOf(message: UserMessage): string {
  return message.parts
    .map((part) =>
      part.type === "text" ? part.text : part.type === "file" ? `[file ${part.name}]` : "[image]",
    )
    .join("\n\n");
}

function fromUser(known: KeyInformation, message: UserMessage): void {
  if (message.author !== "person") return;
  const { sequence } = message;
  const text = ends(textOf(message));
  for (const sentence of sentences(text)) {
    if (REQUIREMENT.test(sentence)) note(known.requirements, sentence, sequence);
    if (DECISION.test(sentence)) note(known.decisions, sentence, sequence);
  }
  noteNumbers(known, text, sequence);
}

function fromAssistant(known: KeyInformation, message: AssistantMessage): void {
  const { sequence } = message;
  const text = ends(message.text);
  if (text.trim() !== "") known.lastText = { text: inShort(text, 400), sequence };
  for (const sentence of sentences(text)) {
    if (DECISION.test(sentence)) note(known.decisions, sentence, sequence);
    if (COMPLETION.test(sentence)) note(known.completions, sentence, sequence);
  }
  noteNumbers(known, text, sequence);
  for (const call of message.toolCalls) {
    const use = known.tools.get(call.name) ?? { name: call.name, calls: 0, failures: 0 };
    known.tools.set(call.name, { ...use, calls: use.calls + 1 });
    for (const path of pathsOf(call.arguments))
      noteFile(known, path, { sequence, changed: CHANGES.test(call.name), toolCallId: call.id });
  }
}

function fromResult(known: KeyInformation, message: ToolMessage): void {
  const use = known.tools.get(message.toolName);
  if (message.outcome === "ok") return;
  if (use !== undefined) known.tools.set(message.toolName, { ...use, failures: use.failures + 1 });
  const [line] = errorLines(message.output);
  note(known.errors, `${message.toolName} ${message.outcome}: ${line ?? ""}`, message.sequence);
}

function noteFile(
  known: KeyInformation,
  path: string,
  seen: { readonly sequence: number; readonly changed: boolean; readonly toolCallId: string },
): void {
  const before = known.files.get(path);
  // Set again at the end: the map's order is the order of the last use.
  known.files.delete(path);
  known.files.set(path, { ...seen, text: path, changed: seen.changed || before?.changed === true });
  const [oldest] = known.files.keys();
  if (known.files.size > FILES && oldest !== undefined) known.files.delete(oldest);
}

function noteNumbers(known: KeyInformation, text: string, sequence: number): void {
  for (const match of text.matchAll(NUMBER)) {
    const word = match[0].replace(/(?<![.,:/-])[.,:/-]+$/u, "");
    if (word.length < 3) continue;
    known.numbers.delete(word);
    known.numbers.set(word, { text: word, sequence });
    const [oldest] = known.numbers.keys();
    if (known.numbers.size > NUMBERS && oldest !== undefined) known.numbers.delete(oldest);
  }
}

function note(list: Noted[], text: string, sequence: number): void {
  const line = inShort(text, SENTENCE_LENGTH);
  if (line === "" || list.some((known) => known.text === line)) return;
  list.push({ text: line, sequence });
  if (list.length > NOTES) list.shift();
}

function sentences(text: string): readonly string[] {
  return text.split(/(?<=[.!?。！？])\s+|\n+/u).filter((sentence) => sentence.trim() !== "");
}

function ends(text: string): string {
  return text.length <= READ * 2 ? text : `${text.slice(0, READ)}\n${text.slice(-READ)}`;
}

function pathsOf(text: string): readonly string[] {
  const paths = new Set<string>();
  for (const [name, value] of Object.entries(parsed(text)))
    if (PATH_ARGUMENTS.includes(name) && typeof value === "string" && value !== "" && value.length < 300)
      paths.add(value);
  for (const match of text.slice(0, READ).matchAll(PATH)) if (match[1] !== undefined) paths.add(match[1]);
  return [...paths].slice(0, NOTES);
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
