import { analyzeText } from "../search/analyze-text.ts";
import { splitWord, wordPattern } from "../search/tokenize.ts";

/**
 * Returns the first word of the texts for each stem that a search compares: `releases` for `releas`. Other terms, such as characters of Chinese, are
 * words as they are and have none.
 */
export function wordsByTerm(texts: readonly string[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const word of texts.flatMap(wordsOf))
    for (const term of analyzeText(word)) if (!words.has(term)) words.set(term, word);
  return words;
}

function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(wordPattern(text))]
    .flatMap(([word]) => splitWord(word))
    .flatMap(({ kind, text: piece }) => (kind === "part" ? [piece] : []));
}
