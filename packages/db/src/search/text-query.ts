import { splitWords } from "./words.ts";

/** More terms do not narrow the result further. */
const MAX_TERMS = 12;
/** A shorter prefix matches half the dictionary. */
const MIN_PREFIX_LENGTH = 2;

/**
 * Converts typed text to a PostgreSQL full-text query. All terms must occur in one message. Quoted text and text joined by punctuation
 * (`src/app.ts`) are phrases. The last word may be a prefix. Returns null when the text contains no word.
 */
export function toTextQuery(typed: string): string | null {
  const terms = Array.from(typed.matchAll(/"([^"]*)"|(\S+)/gu), ([, quoted, plain]) =>
    splitWords(quoted ?? plain ?? ""),
  )
    .filter((words) => words.length > 0)
    .slice(0, MAX_TERMS);
  if (terms.length === 0) return null;
  const isOpen = /[^\s"]$/u.test(typed);
  return terms.map((words, index) => phrase(words, isOpen && index === terms.length - 1)).join(" & ");
}

/** `splitWords` returns only letters, digits and marks, so a quoted word cannot contain query syntax. */
function phrase(words: readonly string[], isOpen: boolean): string {
  const quoted = words.map((word, index) => {
    const isPrefix = isOpen && index === words.length - 1 && word.length >= MIN_PREFIX_LENGTH;
    return `'${word}'${isPrefix ? ":*" : ""}`;
  });
  return quoted.length === 1 ? (quoted[0] ?? "") : `(${quoted.join(" <-> ")})`;
}
