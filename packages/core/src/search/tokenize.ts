/** A run of letters, digits and marks, with the joints of identifiers, paths and numbers: `order_id`, `src/app.ts`, `2026-11-23`. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:[_\-./:@#'’][\p{L}\p{N}\p{M}]+)*/gu;
/** The same for ASCII, which is many times faster. */
const ASCII_WORD = /[A-Za-z0-9]+(?:[_\-./:@#'][A-Za-z0-9]+)*/g;
const OTHER_THAN_ASCII = /[\u0080-\uffff]/;
/** Characters of languages written without spaces between words. */
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/u;
const PART = /[\p{L}\p{N}\p{M}]+/gu;
/** The places where a camelCase word begins a new part: `userId`, `HTTPServer`. */
const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
/** Longer words are data, such as base64. They count by their start. */
const MAX_WORD = 64;

/**
 * Returns the search terms of a text, with repetitions, in order: lower-case words without their ending, the whole and the parts of
 * identifiers, paths and numbers, and pairs of neighboring characters for Chinese, Japanese and Korean. Texts and queries must be tokenized
 * alike.
 */
export function tokenize(text: string): readonly string[] {
  return [...text.matchAll(wordPattern(text))].flatMap(([word]) => wordTerms(word));
}

/** Returns true if a text has ASCII characters only. */
export function isAscii(text: string): boolean {
  return !OTHER_THAN_ASCII.test(text);
}

/** Returns the pattern that finds the words of a text, for `wordTerms`. */
export function wordPattern(text: string): RegExp {
  return isAscii(text) ? ASCII_WORD : WORD;
}

/** Returns the terms of one word. */
export function wordTerms(word: string): readonly string[] {
  const terms: string[] = [];
  for (const { kind, text } of splitWord(word)) {
    if (kind === "run") addPairs(terms, text);
    else terms.push(kind === "part" ? stem(text) : text);
  }
  return terms;
}

/**
 * A piece of a word: a `run` of characters written without spaces, a lower-case `part` of an identifier (or the word, if it has one part
 * only), or the `whole` lower-case identifier.
 */
type WordPiece = { readonly kind: "run" | "part" | "whole"; readonly text: string };

/** Splits one word, as found by `wordPattern`, into its pieces in order. */
export function splitWord(word: string): readonly WordPiece[] {
  const pieces: WordPiece[] = [];
  let rest = word.normalize("NFKC");
  for (let match = CJK.exec(rest); match !== null; match = CJK.exec(rest)) {
    addIdentifier(pieces, rest.slice(0, match.index));
    pieces.push({ kind: "run", text: match[0] });
    rest = rest.slice(match.index + match[0].length);
  }
  addIdentifier(pieces, rest);
  return pieces;
}

function addPairs(terms: string[], run: string): void {
  const characters = Array.from(run);
  if (characters.length === 1) terms.push(run);
  for (let index = 1; index < characters.length; index += 1)
    terms.push(`${characters[index - 1] ?? ""}${characters[index] ?? ""}`);
}

function addIdentifier(pieces: WordPiece[], word: string): void {
  const parts = [...word.matchAll(PART)].flatMap(([part]) => part.split(CAMEL));
  for (const part of parts) pieces.push({ kind: "part", text: part.slice(0, MAX_WORD).toLowerCase() });
  if (parts.length > 1) pieces.push({ kind: "whole", text: word.slice(0, MAX_WORD).toLowerCase() });
}

const ENDING = /^([a-z]{3,}?)(?:ings?|ed|s)$/u;

/** Drops the common endings of English words, so that `bookings`, `booked` and `book` are one term. The rest is always a start of the word. */
function stem(word: string): string {
  const start = ENDING.exec(word)?.[1];
  if (start === undefined || word.endsWith("ss")) return word;
  // planned → plan, stopping → stop; but not call(ed) or miss(ed).
  return /([b-df-hj-np-rtv-y])\1$/u.test(start) && start.length > 4 ? start.slice(0, -1) : start;
}
