import { isAscii, tokenize, wordPattern, wordTerms } from "./tokenize.ts";

/** Texts that belong together, in order; `id` identifies them to the caller. `weight` scales the score of its passages. */
export type SearchedText = { readonly id: string; readonly text: string; readonly weight?: number };

/** A part of a text that contains terms of the query. `offset` is its position in the text. */
export type Passage = {
  readonly id: string;
  readonly offset: number;
  readonly text: string;
  readonly score: number;
};

/** Collects the passages of many texts that match a query. Nothing is indexed: a text costs one scan for its words. */
type PassageSearch = {
  add(text: SearchedText): void;
  /** Returns the passages, best first; among equals the latest first. At most `perText` of one text come before those of others. */
  best(perText: number): readonly Passage[];
};

/** Maximum length of a passage in characters: a few lines, enough to understand a match. */
const PASSAGE_CHARACTERS = 400;
/** Terms of a query that count, rare ones first. A pasted message has hundreds. */
const MAX_TERMS = 64;
/** The best so far are kept when a log has more matching passages. */
const MAX_CANDIDATES = 20_000;
const KEPT_CANDIDATES = 4_000;
/** Distinct words whose terms are remembered during one search. */
const MAX_REMEMBERED_WORDS = 100_000;
/** The parameters of BM25: how fast repetitions of a term lose weight, and how much long passages are discounted. */
const SATURATION = 1.2;
const LENGTH_DISCOUNT = 0.75;

type Candidate = {
  readonly id: string;
  readonly offset: number;
  readonly text: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly weight: number;
  readonly order: number;
};

/** Starts a search for the terms of `query`, any of which may match. Passages rank by BM25 over everything added. */
export function createPassageSearch(query: string): PassageSearch {
  const lookUp = createLookUp(new Set(tokenize(query)));
  const found = new Map<string, number>();
  let candidates: Candidate[] = [];
  let passages = 0;
  let characters = 0;
  let order = 0;
  const ranked = (): readonly (readonly [Candidate, number])[] => {
    const weights = termWeights(found, passages);
    const average = characters / Math.max(1, passages);
    return candidates
      .map((candidate) => [candidate, score(candidate, weights, average)] as const)
      .sort(([left, leftScore], [right, rightScore]) => rightScore - leftScore || right.order - left.order);
  };
  return {
    add({ id, text, weight = 1 }) {
      passages += Math.ceil(text.length / PASSAGE_CHARACTERS);
      characters += text.length;
      for (const { offset, part, counts } of matchingPassages(text, lookUp)) {
        for (const term of counts.keys()) found.set(term, (found.get(term) ?? 0) + 1);
        candidates.push({ id, offset, text: part, counts, weight, order: (order += 1) });
      }
      if (candidates.length > MAX_CANDIDATES)
        candidates = ranked()
          .slice(0, KEPT_CANDIDATES)
          .map(([candidate]) => candidate);
    },
    best: (perText) => spread(ranked(), perText),
  };
}

/** Returns the terms of the query that a word contains. */
type LookUp = (word: string) => readonly string[];

/** Up to this many terms, looking for each in a word is cheaper than splitting and remembering the word. */
const FEW_TERMS = 8;

/** Words repeat, so what each contains is remembered. */
function createLookUp(terms: ReadonlySet<string>): LookUp {
  const known = new Map<string, readonly string[]>();
  const few = terms.size <= FEW_TERMS ? [...terms] : null;
  return (word) => {
    // A term of an ASCII word is a part of its lower-case form.
    if (few !== null && isAscii(word)) {
      const lower = word.toLowerCase();
      if (!few.some((term) => lower.includes(term))) return NONE;
    }
    const before = known.get(word);
    if (before !== undefined) return before;
    const matching = wordTerms(word).filter((term) => terms.has(term));
    if (known.size < MAX_REMEMBERED_WORDS) known.set(word, matching.length === 0 ? NONE : matching);
    return matching;
  };
}

const NONE: readonly string[] = [];

type Match = { readonly offset: number; readonly part: string; readonly counts: ReadonlyMap<string, number> };

/** Yields the passages with terms of the query. Finds the words first, because most texts have none and are never split. */
function* matchingPassages(text: string, lookUp: LookUp): Generator<Match> {
  const hits: (readonly [number, readonly string[]])[] = [];
  for (const match of text.matchAll(wordPattern(text))) {
    const terms = lookUp(match[0]);
    if (terms.length > 0) hits.push([match.index, terms]);
  }
  if (hits.length === 0) return;
  let next = 0;
  for (const [offset, part] of split(text)) {
    const counts = new Map<string, number>();
    for (let hit = hits[next]; hit !== undefined && hit[0] < offset + part.length; hit = hits[next]) {
      for (const term of hit[1]) counts.set(term, (counts.get(term) ?? 0) + 1);
      next += 1;
    }
    if (counts.size > 0) yield { offset, part, counts };
    if (next === hits.length) return;
  }
}

/** The inverse document frequency of the query's rarest terms. */
function termWeights(found: ReadonlyMap<string, number>, passages: number): ReadonlyMap<string, number> {
  return new Map(
    [...found]
      .map(([term, count]) => [term, Math.log(1 + (passages - count + 0.5) / (count + 0.5))] as const)
      .sort((left, right) => right[1] - left[1])
      .slice(0, MAX_TERMS),
  );
}

function score(candidate: Candidate, weights: ReadonlyMap<string, number>, average: number): number {
  const length = candidate.text.length / Math.max(1, average);
  let sum = 0;
  for (const [term, count] of candidate.counts) {
    const discount = SATURATION * (1 - LENGTH_DISCOUNT + LENGTH_DISCOUNT * length);
    sum += ((weights.get(term) ?? 0) * count * (SATURATION + 1)) / (count + discount);
  }
  return sum * candidate.weight;
}

/** Keeps the order, but moves the further passages of a text behind the first of the others. */
function spread(ranked: readonly (readonly [Candidate, number])[], perText: number): readonly Passage[] {
  const seen = new Map<string, number>();
  const first: Passage[] = [];
  const further: Passage[] = [];
  for (const [{ id, offset, text }, value] of ranked) {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    (count > perText ? further : first).push({ id, offset, text, score: value });
  }
  return [...first, ...further];
}

/** Splits a text into passages, at the end of a line or between words where possible. */
function* split(text: string): Generator<readonly [number, string]> {
  for (let from = 0; from < text.length;) {
    const to = passageEnd(text, from);
    yield [from, text.slice(from, to)];
    from = to;
  }
}

function passageEnd(text: string, from: number): number {
  const most = from + PASSAGE_CHARACTERS;
  if (most >= text.length) return text.length;
  const part = text.slice(from, most);
  const least = PASSAGE_CHARACTERS / 2;
  const cut = Math.max(
    part.lastIndexOf("\n"),
    ...(part.lastIndexOf("\n") > least ? [] : [breakBefore(part)]),
  );
  if (cut >= least) return from + cut + 1;
  return /[\uD800-\uDBFF]$/u.test(part) ? most - 1 : most;
}

/** The last space, comma or Chinese punctuation of a part; -1 if there is none. */
function breakBefore(part: string): number {
  return Math.max(...[" ", ",", "，", "。", ";"].map((character) => part.lastIndexOf(character)));
}
