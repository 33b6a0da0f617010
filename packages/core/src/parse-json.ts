import { GoaltraceError } from "./errors.ts";
import { JSON_MAX_CHARACTERS, JSON_MAX_DEPTH } from "./tunables.ts";

/** Bounds of a JSON text from outside. They are checked before it is parsed, because a value is walked and copied several times. */
export type JsonLimits = {
  /** In UTF-16 units. @default JSON_MAX_CHARACTERS */
  readonly maxCharacters?: number;
  /** Objects and arrays inside each other; code that walks a value calls itself once per level. @default JSON_MAX_DEPTH */
  readonly maxDepth?: number;
  /** Members of all objects and arrays together. @default unlimited */
  readonly maxValues?: number;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Parses JSON that someone else wrote. Errors: INVALID_INPUT for a text beyond a limit; SyntaxError for a text that is not JSON. */
export function parseJson(text: string, limits: JsonLimits = {}): unknown {
  assertBoundedJson(text, limits);
  return JSON.parse(text);
}

/** Checks a JSON text that something else parses. Linear in its length. Errors: INVALID_INPUT for a text beyond a limit. */
export function assertBoundedJson(text: string, limits: JsonLimits): void {
  const { maxCharacters = JSON_MAX_CHARACTERS, maxDepth = JSON_MAX_DEPTH, maxValues = Infinity } = limits;
  if (text.length > maxCharacters) throw beyond(`is longer than ${maxCharacters} characters`);
  let depth = 0;
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (isOpening(code)) depth += 1;
    else if (isClosing(code)) depth -= 1;
    if (isOpening(code) || code === COMMA) values += 1;
    if (depth > maxDepth) throw beyond(`is nested deeper than ${maxDepth} levels`);
    if (values > maxValues) throw beyond(`has more than ${maxValues} values`);
  }
}

function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}

/** Returns the index of the quote that ends the string; the end of the text without one. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE)
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index;
}

function beyond(problem: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The JSON ${problem}.`,
    fix: "Send a smaller or flatter value.",
  });
}
