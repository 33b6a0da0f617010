import type { AssistantMessage, Message, ToolMessage, ToolOutcome, UserMessage } from "../log/message.ts";
import type { CallEffects, FileEffect } from "./call-effects.ts";
import { callFindings, resultError, resultFacts, textFindings } from "./message-findings.ts";
import { errorLines, shorten } from "./placeholder.ts";

/** A noteworthy text and the sequence of its message. */
export type Note = { readonly text: string; readonly sequence: number };
/**
 * A file and the newest call that has to do with it: one that recorded to have read, changed or deleted it, or one whose arguments name it. `whole`: the
 * result of the call, as shown, is the whole file.
 */
export type FileNote = Note & {
  readonly use: FileEffect | "named";
  readonly changed: boolean;
  readonly whole: boolean;
  readonly toolCallId: string;
};
/** A call: what it was about, how it ended, and the facts in its result. */
export type CallNote = {
  readonly id: string;
  readonly sequence: number;
  readonly tool: string;
  readonly target: string;
  readonly outcome: ToolOutcome;
  /** The first error line; empty if the result reports none. */
  readonly problem: string;
  readonly facts: readonly string[];
};
export type ToolUse = { readonly name: string; readonly calls: number; readonly failures: number };

/**
 * The facts that code can extract from a history without a model: files, tools, errors, completions, decisions, requirements, numbers and names
 * with digits. Each list is bounded and keeps the newest, so that the cost per message does not grow with the run.
 */
export type KeyInformation = {
  readonly files: Map<string, FileNote>;
  readonly tools: Map<string, ToolUse>;
  readonly errors: Note[];
  readonly completions: Note[];
  readonly decisions: Note[];
  readonly requirements: Note[];
  readonly numbers: Map<string, Note>;
  /** Facts (`findFacts`) that people and the assistant mentioned, by last mention. */
  readonly facts: Map<string, Note>;
  /** Calls by id, oldest first. */
  readonly calls: Map<string, CallNote>;
  /** The assistant's last text. */
  lastText: Note | null;
};

const MAX_FILES = 60;
const MAX_NOTES = 24;
const MAX_NUMBERS = 60;
const MAX_REQUIREMENTS = 60;
const MAX_FACTS = 600;
const MAX_CALLS = 400;
const MAX_NOTE_LENGTH = 240;
const DECISION =
  /\b(?:decided?|we(?:'ll| will) use|instead of|chose|choose|going with|agreed|confirmed?|let's use|opted)\b|决定|改用|选择|采用|确认/iu;
const COMPLETION =
  /\b(?:done|completed?|finished|fixed|pass(?:es|ed)|created|updated|booked|cancelled|successful(?:ly)?|resolved)\b|完成|已修复|成功|解决/iu;
const REQUIREMENT =
  /\b(?:must|never|always|don't|do not|should|only|need(?:s|ed)?|want|make sure|require[sd]?|prefer|avoid|no more than|at least|at most)\b|必须|不要|只能|务必|需要|应该/iu;
const PROHIBITION =
  /\b(?:must|never|always|don't|do not|only|cannot|no more than|at most)\b|必须|不要|只能|务必|禁止|不得/iu;
/** Returns empty key information. */
export function noKeyInformation(): KeyInformation {
  return {
    files: new Map(),
    tools: new Map(),
    errors: [],
    completions: [],
    decisions: [],
    requirements: [],
    numbers: new Map(),
    facts: new Map(),
    calls: new Map(),
    lastText: null,
  };
}

/** Returns an independent copy. */
export function copyKeyInformation(keys: KeyInformation): KeyInformation {
  return {
    files: new Map(keys.files),
    tools: new Map(keys.tools),
    errors: [...keys.errors],
    completions: [...keys.completions],
    decisions: [...keys.decisions],
    requirements: [...keys.requirements],
    numbers: new Map(keys.numbers),
    facts: new Map(keys.facts),
    calls: new Map(keys.calls),
    lastText: keys.lastText,
  };
}

/** Adds the facts of one more message. `effects` holds the recorded effects of calls; without it, files are only named. */
export function extractInto(
  keys: KeyInformation,
  message: Message,
  effects: ReadonlyMap<string, CallEffects> = NO_EFFECTS,
): void {
  switch (message.role) {
    case "user":
      return extractFromUser(keys, message);
    case "assistant":
      return extractFromAssistant(keys, message, effects);
    case "tool":
      return extractFromResult(keys, message, effects.get(message.toolCallId));
  }
}

const NO_EFFECTS: ReadonlyMap<string, CallEffects> = new Map();

/** Returns the text of a user message, with files and images replaced by their names. */
export function messageText(message: UserMessage): string {
  return message.parts
    .map((part) =>
      part.type === "text" ? part.text : part.type === "file" ? `[file ${part.name}]` : "[image]",
    )
    .join("\n\n");
}

function extractFromUser(keys: KeyInformation, message: UserMessage): void {
  if (message.author === "runtime") return;
  const { sequence } = message;
  const { sentences, numbers, facts } = textFindings(message, messageText(message));
  for (const sentence of sentences) {
    if (isRequirement(sentence)) addRequirement(keys.requirements, sentence, sequence);
    if (DECISION.test(sentence)) addNote(keys.decisions, sentence, sequence);
  }
  addNumbers(keys, numbers, sequence);
  addFacts(keys, facts, sequence);
}

/** Returns true if a sentence of a person requires something. */
export function isRequirement(sentence: string): boolean {
  return REQUIREMENT.test(sentence) || PROHIBITION.test(sentence);
}

/** Returns true if a sentence forbids something or leaves no choice. */
export function isProhibition(sentence: string): boolean {
  return PROHIBITION.test(sentence);
}

function extractFromAssistant(
  keys: KeyInformation,
  message: AssistantMessage,
  effects: ReadonlyMap<string, CallEffects>,
): void {
  const { sequence } = message;
  const { text, sentences, numbers, facts } = textFindings(message, message.text);
  if (text.trim() !== "") keys.lastText = { text: shorten(text, 400), sequence };
  for (const sentence of sentences) {
    if (DECISION.test(sentence)) addNote(keys.decisions, sentence, sequence);
    if (COMPLETION.test(sentence)) addNote(keys.completions, sentence, sequence);
  }
  addNumbers(keys, numbers, sequence);
  addFacts(keys, facts, sequence);
  for (const call of message.toolCalls) {
    const { target, paths, facts: named } = callFindings(call);
    addFacts(keys, named, sequence);
    addCall(keys, {
      ...{ id: call.id, sequence, tool: call.name, target },
      ...{ outcome: "ok", problem: "", facts: [] },
    });
    const use = keys.tools.get(call.name) ?? { name: call.name, calls: 0, failures: 0 };
    keys.tools.set(call.name, { ...use, calls: use.calls + 1 });
    for (const path of paths)
      nameFile(keys, path, {
        ...{ sequence, toolCallId: call.id, use: "named", changed: false, whole: false },
        isReadOnly: effects.get(call.id)?.isReadOnly === true,
      });
  }
}

function extractFromResult(
  keys: KeyInformation,
  message: ToolMessage,
  effects: CallEffects | undefined,
): void {
  const { sequence, toolCallId, toolName } = message;
  const files = effects?.files ?? [];
  for (const { path, use } of files) {
    const whole = use === "read" && effects?.isSpilled === false && message.metadata?.["whole"] === true;
    addFile(keys, path, { sequence, toolCallId, use, changed: use !== "read", whole });
  }
  // The content of a file may quote any error.
  const isQuoting = message.outcome !== "ok" || files.length > 0;
  const reported = isQuoting ? undefined : resultError(message);
  const call = keys.calls.get(toolCallId);
  if (call !== undefined) {
    const facts = resultFacts(message);
    const problem = message.outcome === "ok" ? (reported ?? "") : (errorLines(message.output)[0] ?? "");
    keys.calls.set(call.id, { ...call, outcome: message.outcome, problem, facts });
  }
  if (message.outcome === "ok" && reported === undefined) return;
  const use = keys.tools.get(toolName);
  if (use !== undefined) keys.tools.set(toolName, { ...use, failures: use.failures + 1 });
  const line = reported ?? errorLines(message.output)[0] ?? "";
  addNote(keys.errors, `${toolName} ${message.outcome}: ${line}`, sequence);
}

type FileUse = Omit<FileNote, "text">;

/** Notes that a call names a file. Unless it only reads, what is known of the file may no longer be true. */
function nameFile(
  keys: KeyInformation,
  named: string,
  { isReadOnly, ...use }: FileUse & { readonly isReadOnly: boolean },
): void {
  const path = named.replace(/^(?:\.\/)+/u, "");
  const known = keys.files.get(path);
  addFile(keys, path, isReadOnly && known !== undefined ? known : use);
}

function addFile(keys: KeyInformation, path: string, use: FileUse): void {
  const before = keys.files.get(path);
  // Delete and set again, so that the map is ordered by last use.
  keys.files.delete(path);
  keys.files.set(path, { ...use, text: path, changed: use.changed || before?.changed === true });
  const [oldest] = keys.files.keys();
  if (keys.files.size > MAX_FILES && oldest !== undefined) keys.files.delete(oldest);
}

function addNumbers(keys: KeyInformation, numbers: readonly string[], sequence: number): void {
  for (const word of numbers) {
    keys.numbers.delete(word);
    keys.numbers.set(word, { text: word, sequence });
    const [oldest] = keys.numbers.keys();
    if (keys.numbers.size > MAX_NUMBERS && oldest !== undefined) keys.numbers.delete(oldest);
  }
}

function addFacts(keys: KeyInformation, facts: readonly string[], sequence: number): void {
  for (const fact of facts) {
    // Delete and set again, so that the map is ordered by last mention.
    keys.facts.delete(fact);
    keys.facts.set(fact, { text: fact, sequence });
    const [oldest] = keys.facts.keys();
    if (keys.facts.size > MAX_FACTS && oldest !== undefined) keys.facts.delete(oldest);
  }
}

function addCall(keys: KeyInformation, call: CallNote): void {
  keys.calls.set(call.id, call);
  const [oldest] = keys.calls.keys();
  if (keys.calls.size > MAX_CALLS && oldest !== undefined) keys.calls.delete(oldest);
}

/** Prohibitions hold until the end, so wishes give way to them. */
function addRequirement(list: Note[], text: string, sequence: number): void {
  const line = shorten(text, MAX_NOTE_LENGTH);
  if (line === "" || list.some((existing) => existing.text === line)) return;
  list.push({ text: line, sequence });
  if (list.length <= MAX_REQUIREMENTS) return;
  const oldest = list.findIndex((note) => !isProhibition(note.text));
  list.splice(Math.max(0, oldest), 1);
}

function addNote(list: Note[], text: string, sequence: number): void {
  const line = shorten(text, MAX_NOTE_LENGTH);
  if (line === "" || list.some((existing) => existing.text === line)) return;
  list.push({ text: line, sequence });
  if (list.length > MAX_NOTES) list.shift();
}
