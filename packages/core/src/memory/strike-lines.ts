import { analyzeText } from "../search/analyze-text.ts";
import { isGeneralWord } from "../search/word-forms.ts";
import { STRUCK_LINE } from "./tunables.ts";

/** Returns a text without the lines that repeat one of `entries`, in whatever words order; the same text if none does. */
export function strikeLines(text: string, entries: readonly string[]): string {
  const known = entries.map(termsOf);
  return text
    .split("\n")
    .filter((line) => !known.some((terms) => repeats(termsOf(line), terms)))
    .join("\n");
}

function repeats(line: ReadonlySet<string>, entry: ReadonlySet<string>): boolean {
  const shared = [...line].filter((term) => entry.has(term)).length;
  if (shared < STRUCK_LINE.minTerms) return false;
  return shared / line.size >= STRUCK_LINE.ofLine || shared / entry.size >= STRUCK_LINE.ofEntry;
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(analyzeText(text).filter((term) => term.length > 1 && !isGeneralWord(term)));
}
