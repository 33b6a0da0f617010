import { GoaltraceError } from "./errors.ts";
import { createJsonNesting } from "./json-nesting.ts";
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

/** Parses JSON that someone else wrote. Errors: INVALID_INPUT for a text beyond a limit; SyntaxError for a text that is not JSON. */
export function parseJson(text: string, limits: JsonLimits = {}): unknown {
  assertBoundedJson(text, limits);
  return JSON.parse(text);
}

/** Checks a JSON text that something else parses. Linear in its length. Errors: INVALID_INPUT for a text beyond a limit. */
export function assertBoundedJson(text: string, limits: JsonLimits): void {
  const { maxCharacters = JSON_MAX_CHARACTERS, maxDepth = JSON_MAX_DEPTH, maxValues = Infinity } = limits;
  if (text.length > maxCharacters) throw beyond(`is longer than ${maxCharacters} characters`);
  const nesting = createJsonNesting();
  nesting.add(text);
  if (nesting.depth() > maxDepth) throw beyond(`is nested deeper than ${maxDepth} levels`);
  if (nesting.values() > maxValues) throw beyond(`has more than ${maxValues} values`);
}

function beyond(problem: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The JSON ${problem}.`,
    fix: "Send a smaller or flatter value.",
  });
}
