import { MAX_FOREIGN_CHARACTERS } from "./tunables.ts";

/** Escape sequences of terminals (ECMA-48): a sequence with parameters, a text up to its terminator, or a single function. */
const ESCAPE_SEQUENCES =
  // eslint-disable-next-line no-control-regex -- escape sequences consist of control characters
  /[\u001b\u009b](?:\[[0-?]{0,64}[ -/]{0,16}[@-~]|\][^\u0007\u001b\u009c]{0,4096}(?:\u0007|\u001b\\|\u009c)|[0-?]{0,64}[@-Z\\^_`a-z~]?)/gu;
/** Control and format characters, which hide, reorder or overwrite text, and line separators. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/**
 * Makes the error text of another program fit for a line of a log or a terminal: no escape sequences and control characters, white space
 * joined, at most `limit` characters. The cost is bounded, because only the beginning of a long text is read.
 */
export function cleanForeignText(text: string, limit: number = MAX_FOREIGN_CHARACTERS): string {
  // Escape sequences and white space are removed, so more is read than shown.
  const beginning = text.slice(0, limit * 10);
  const clean = beginning
    .replace(ESCAPE_SEQUENCES, " ")
    .replace(CONTROL_CHARACTERS, " ")
    .replace(/\s+/gu, " ")
    .trim();
  return cutText(beginning.length < text.length ? `${clean} …` : clean, limit);
}

/** Cuts a text to `limit` UTF-16 units, with an ellipsis as the last one; never within a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/u, "")}…`;
}
