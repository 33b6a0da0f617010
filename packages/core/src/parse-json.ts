import { isNestedDeeperThan } from "./json-nesting.ts";
import { JSON_MAX_CHARACTERS, JSON_MAX_DEPTH } from "./tunables.ts";

export type JsonLimits = {
  /** @default JSON_MAX_CHARACTERS */
  readonly maxCharacters?: number;
  /** Levels of arrays and objects. @default JSON_MAX_DEPTH */
  readonly maxDepth?: number;
};

/**
 * Parses JSON that someone else wrote. Checks its size and depth first, because code that walks a value calls itself once per level. Throws
 * SyntaxError for text that is not JSON, too long or too deep.
 */
export function parseJson(text: string, limits: JsonLimits = {}): unknown {
  const { maxCharacters = JSON_MAX_CHARACTERS, maxDepth = JSON_MAX_DEPTH } = limits;
  if (text.length > maxCharacters)
    throw new SyntaxError(`JSON is longer than ${String(maxCharacters)} characters`);
  if (isNestedDeeperThan(text, maxDepth))
    throw new SyntaxError(`JSON is nested deeper than ${String(maxDepth)} levels`);
  return JSON.parse(text);
}
