import { wordsOf } from "./words.ts";

/** More words than this narrow nothing further. */
const MOST_TERMS = 12;
/** A beginning shorter than this stands for half the dictionary. */
const SHORTEST_BEGINNING = 2;

/**
 * What a person typed as a query of PostgreSQL's full-text search: all terms must stand in one message; "quoted words" and what
 * punctuation joins (`src/app.ts`) in a row; the last word may be a beginning. Null when there is no word in it.
 */
export function textQueryOf(typed: string): string | null {
  const terms = Array.from(typed.matchAll(/"([^"]*)"|(\S+)/gu), ([, quoted, plain]) =>
    wordsOf(quoted ?? plain ?? ""),
  )
    .filter((words) => words.length > 0)
    .slice(0, MOST_TERMS);
  if (terms.length === 0) return null;
  const isOpen = /[^\s"]$/u.test(typed);
  return terms.map((words, index) => phrase(words, isOpen && index === terms.length - 1)).join(" & ");
}

/** `wordsOf` leaves letters, digits and marks alone, so a word in quotes can hold nothing that means something to PostgreSQL. */
function phrase(words: readonly string[], isOpen: boolean): string {
  const quoted = words.map((word, index) => {
    const isBeginning = isOpen && index === words.length - 1 && word.length >= SHORTEST_BEGINNING;
    return `'${word}'${isBeginning ? ":*" : ""}`;
  });
  return quoted.length === 1 ? (quoted[0] ?? "") : `(${quoted.join(" <-> ")})`;
}
