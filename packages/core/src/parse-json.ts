import { JSON_MAX_CHARACTERS, JSON_MAX_DEPTH } from "./tunables.ts";

export type JsonLimits = {
  /** @default JSON_MAX_CHARACTERS */
  readonly maxCharacters?: number;
  /** Levels of arrays and objects. @default JSON_MAX_DEPTH */
  readonly maxDepth?: number;
};

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

/**
 * Parses JSON that someone else wrote. Checks its size and depth first, because code that walks a value calls itself once per level. Throws
 * SyntaxError for text that is not JSON, too long or too deep.
 */
export function parseJson(text: string, limits: JsonLimits = {}): unknown {
  const { maxCharacters = JSON_MAX_CHARACTERS, maxDepth = JSON_MAX_DEPTH } = limits;
  if (text.length > maxCharacters)
    throw new SyntaxError(`JSON is longer than ${String(maxCharacters)} characters`);
  if (isDeeper(text, maxDepth))
    throw new SyntaxError(`JSON is nested deeper than ${String(maxDepth)} levels`);
  return JSON.parse(text);
}

/** Scans the text in linear time; text that is not JSON gets any answer. */
function isDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === QUOTE) offset = endOfString(text, offset);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, offset: number): boolean {
  let first = offset;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (offset - first) % 2 === 1;
}
