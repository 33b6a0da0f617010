import type { Message, ToolCall, ToolMessage } from "../log/message.ts";
import { parseJson } from "../parse-json.ts";
import { findFacts } from "./find-facts.ts";
import { reportedError } from "./reported-error.ts";

/** Only this many characters at each end of a long text are scanned: decisions and results are mostly there. */
const SCANNED_CHARACTERS = 4_000;
const MAX_ARGUMENT_DEPTH = 6;
const MAX_PATH_LENGTH = 300;
const MAX_PATHS = 24;
/** The same for facts of results, which are anywhere in a page or table. */
const SCANNED_RESULT_CHARACTERS = 20_000;
/** Facts taken from one message: a table of thousands must not replace all others. */
const MAX_FACTS_PER_MESSAGE = 80;
const MAX_FACTS_PER_RESULT = 200;
const PATH_ARGUMENTS = ["path", "file", "file_path", "filename", "folder", "directory"];
const PATH =
  /(?:^|[\s"'`(=])((?:\.{0,2}\/)?(?:[\w.@-]+\/)+[\w.@-]+\.\w{1,8}|[\w@-]+\.(?:ts|tsx|js|mjs|py|md|json|yml|yaml|toml|rs|go|java|c|h|cpp|css|html|sql|sh|txt|csv))\b/gu;
/** A word with a digit in it: ids, amounts, dates, versions. Anchored at word starts, so that text without spaces is not scanned repeatedly. */
const NUMBER = /[#$€£¥]?(?<![\p{L}_])[\p{L}_]*\d[\p{L}\d_.,:%/-]*/gu;

/** The scanned part of a text, with its sentences, numbers and facts. */
type TextFindings = {
  readonly text: string;
  readonly sentences: readonly string[];
  readonly numbers: readonly string[];
  readonly facts: readonly string[];
};
/** The texts among the arguments of a call, joined, with the facts and paths in them. */
type CallFindings = {
  readonly target: string;
  readonly facts: readonly string[];
  readonly paths: readonly string[];
};

/**
 * Finds what the text of a message says. Messages never change, and every attempt at a summary reads them again, so each is searched once; the same
 * holds for calls and results.
 */
export const textFindings = oncePer((_: Message, whole: string): TextFindings => {
  const text = startAndEnd(whole);
  return {
    text,
    sentences: splitSentences(text),
    numbers: findNumbers(text),
    facts: findFacts(text, MAX_FACTS_PER_MESSAGE),
  };
});

/** Finds what the arguments of a call say. */
export const callFindings = oncePer((call: ToolCall): CallFindings => {
  const values = argumentTexts(call.arguments);
  return {
    target: values.join(" "),
    facts: findFacts(values.join("\n"), MAX_FACTS_PER_MESSAGE),
    paths: callPaths(call.arguments),
  };
});

/** Finds the facts in a result. */
export const resultFacts = oncePer(({ output }: ToolMessage) =>
  findFacts(startAndEnd(output, SCANNED_RESULT_CHARACTERS), MAX_FACTS_PER_RESULT),
);

/** Finds the line with which a result that ended "ok" reports an error. */
export const resultError = oncePer(({ output }: ToolMessage) => reportedError(output));

/** Remembers what `find` returned for an object, as long as the object lives. */
function oncePer<Subject extends object, More extends readonly unknown[], Found>(
  find: (subject: Subject, ...more: More) => Found,
): (subject: Subject, ...more: More) => Found {
  const known = new WeakMap<Subject, { readonly found: Found }>();
  return (subject, ...more) => {
    const before = known.get(subject);
    if (before !== undefined) return before.found;
    const found = find(subject, ...more);
    known.set(subject, { found });
    return found;
  };
}

/** Splits a text at the ends of sentences and lines. */
export function splitSentences(text: string): readonly string[] {
  return text.split(/(?<=[.!?。！？])\s+|\n+/u).filter((sentence) => sentence.trim() !== "");
}

function startAndEnd(text: string, characters = SCANNED_CHARACTERS): string {
  return text.length <= characters * 2 ? text : `${text.slice(0, characters)}\n${text.slice(-characters)}`;
}

function findNumbers(text: string): readonly string[] {
  return [...text.matchAll(NUMBER)]
    .map(([match]) => match.replace(/(?<![.,:/-])[.,:/-]+$/u, ""))
    .filter((word) => word.length >= 3);
}

function callPaths(text: string): readonly string[] {
  const paths = new Set<string>();
  for (const [name, value] of Object.entries(parseObject(text)))
    if (
      PATH_ARGUMENTS.includes(name) &&
      typeof value === "string" &&
      value !== "" &&
      value.length < MAX_PATH_LENGTH
    )
      paths.add(value);
  for (const match of text.slice(0, SCANNED_CHARACTERS).matchAll(PATH))
    if (match[1] !== undefined) paths.add(match[1]);
  return [...paths].slice(0, MAX_PATHS);
}

/** The texts and numbers among the arguments of a call. */
function argumentTexts(text: string): readonly string[] {
  const values = leafTexts(parseObject(text), MAX_ARGUMENT_DEPTH);
  return values.length === 0
    ? [text.slice(0, SCANNED_CHARACTERS)]
    : values.map((value) => startAndEnd(value));
}

function leafTexts(value: unknown, depth: number): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null || depth === 0) return [];
  return Object.values(value).flatMap((part) => leafTexts(part, depth - 1));
}

function parseObject(text: string): object {
  try {
    const value: unknown = parseJson(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
