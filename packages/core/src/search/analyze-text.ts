import { porterStem } from "./porter-stem.ts";
import { simplifyChinese } from "./simplify-chinese.ts";
import { splitWord, wordPattern } from "./tokenize.ts";
import { baseForm, isParticle, isStopWord } from "./word-forms.ts";

/** `don’t`, `we're`: function words with an apostrophe. */
const CONTRACTION =
  /^(?:[a-z]+n['’]t|(?:i|you|we|they|he|she|it|that|there|what|who|let)['’](?:m|re|ve|ll|d|s))$/iu;
const POSSESSIVE = /['’]s$/iu;

/** How much a character of a query counts alone: as a word of its own, and as a part of one. */
const SINGLE_CHARACTER = 0.6;
const PART_OF_WORD = 0.15;

/**
 * Returns the terms under which a text is found, with repetitions, in order: English stems without function words, identifiers whole and in
 * parts, and for languages without spaces the characters and the pairs of neighbors, in simplified characters.
 */
export function analyzeText(text: string): readonly string[] {
  const terms: string[] = [];
  addWords(terms, text, (run) => {
    for (let index = 0; index < run.length; index += 1) {
      if (!isParticle(run.charAt(index))) terms.push(run.charAt(index));
      if (index > 0) terms.push(run.slice(index - 1, index + 1));
    }
  });
  return terms;
}

/**
 * Returns the terms of a query, as in texts, each with the share of its weight that counts. `across` receives the pairs of characters that are
 * parts of two words: they find names that were split wrongly, but prove little.
 */
export function analyzeQuery(text: string, across = new Set<string>()): ReadonlyMap<string, number> {
  const terms: string[] = [];
  const weights = new Map<string, number>();
  addWords(terms, text, (run) => addQueryRun(weights, across, run));
  for (const term of terms) weights.set(term, 1);
  return weights;
}

/** Adds the terms of words with spaces between them; the rest goes to `addRun`. */
function addWords(terms: string[], text: string, addRun: (run: string) => void): void {
  for (const [word] of text.matchAll(wordPattern(text))) {
    if (CONTRACTION.test(word)) continue;
    for (const { kind, text: piece } of splitWord(word.replace(POSSESSIVE, ""))) {
      if (kind === "run") addRun(simplifyChinese(piece));
      else if (kind === "whole") terms.push(piece);
      else if (!isStopWord(piece)) terms.push(englishTerm(piece));
    }
  }
}

const STEMS = new Map<string, string>();
const MAX_REMEMBERED_STEMS = 50_000;

/** Words repeat, and stemming is the expensive part. */
function englishTerm(word: string): string {
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  const stem = porterStem(baseForm(word));
  if (STEMS.size < MAX_REMEMBERED_STEMS) STEMS.set(word, stem);
  return stem;
}

/** Created on first use. Only queries are segmented: it takes a millisecond for a hundred characters. */
let segmenter: Intl.Segmenter | null = null;

function addQueryRun(weights: Map<string, number>, across: Set<string>, run: string): void {
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  const add = (term: string, weight: number): void =>
    void weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  let before = "";
  for (const { segment: whole } of segmenter.segment(run)) {
    const [start, segment, end] = isStopWord(whole) ? [whole, "", ""] : trimParticles(whole);
    if (start !== "") before = "";
    if (segment === "") continue;
    if (before !== "") {
      const pair = `${before}${segment.charAt(0)}`;
      if (!weights.has(pair)) across.add(pair);
      add(pair, 1);
    }
    before = end === "" ? segment.charAt(segment.length - 1) : "";
    const singleWeight = segment.length === 1 ? SINGLE_CHARACTER : PART_OF_WORD;
    for (const character of segment) if (!isParticle(character)) add(character, singleWeight);
    for (let index = 1; index < segment.length; index += 1) {
      const pair = segment.slice(index - 1, index + 1);
      across.delete(pair);
      add(pair, 1);
    }
  }
}

/** Splits a word into particles at its start, the rest, and particles at its end: `养的` is `养` and `的`. */
function trimParticles(word: string): readonly [start: string, rest: string, end: string] {
  // A particle in a longer word, such as `目的地`, is a part of it.
  if (word.length > 2) return ["", word, ""];
  let from = 0;
  let to = word.length;
  while (from < to && isParticle(word.charAt(from))) from += 1;
  while (to > from && isParticle(word.charAt(to - 1))) to -= 1;
  return [word.slice(0, from), word.slice(from, to), word.slice(to)];
}
