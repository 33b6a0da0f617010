import {
  COMMON_TERM_SHARE,
  MAX_CANDIDATES,
  MAX_PHRASE_DOCUMENTS,
  MAX_QUERY_TERMS,
  MIN_COMMON_TERM_DOCUMENTS,
  SEARCH_TUNING,
} from "./tunables.ts";
import type { ExpandedQuery } from "./expand-query.ts";
import type { PostingIndex, TermMatch } from "./posting-index.ts";
import { createThreadScores, neighborPoints, type Thread } from "./thread-scores.ts";

/** The documents as ranking sees them, by slot. */
export type RankedDocuments = {
  readonly postings: PostingIndex;
  /** Number of slots ever used. */
  readonly slots: number;
  readonly threads: ReadonlyMap<string, Thread>;
  threadOf(slot: number): Thread | null;
  /** The terms of a document in order, with an empty one between fields. */
  termsOf(slot: number): readonly string[];
};

/** The points of one document, and where they come from. */
export type DocumentPoints = {
  readonly words: number;
  /** For words that stand next to each other as in the query, and for covering all of it. */
  readonly together: number;
  readonly neighbors: number;
  readonly thread: number;
  /** For the date of the query. */
  readonly date: number;
};

/** The best documents for a query, by slot, and the terms that were searched. */
export type Ranking = {
  readonly points: ReadonlyMap<number, DocumentPoints>;
  readonly matches: readonly TermMatch[];
  /** How well each thread matches, as a share of the best. */
  readonly threads: ReadonlyMap<Thread, number>;
};

/** Adds up the points that documents have by their own words, by their neighbors and by their thread. */
export function rankDocuments(query: ExpandedQuery, documents: RankedDocuments): Ranking {
  const matches = documents.postings
    .match(query.shares)
    .filter(({ documents: count }) => count > 0)
    .sort((left, right) => right.share * right.rarity - left.share * left.rarity)
    .slice(0, MAX_QUERY_TERMS);
  const { words, covered, found, threads } = addWordPoints(matches, documents);
  const best = found.sort((left, right) => (words[right] ?? 0) - (words[left] ?? 0)).slice(0, MAX_CANDIDATES);
  const together = togetherPoints({ best, words, covered }, query.own, { matches, documents });
  const own = (slot: number): number => (words[slot] ?? 0) + (together.get(slot) ?? 0);
  const neighbors = new Map<number, number>();
  for (const slot of withNeighbors(best, documents)) {
    const thread = documents.threadOf(slot);
    neighbors.set(slot, thread === null ? 0 : neighborPoints(thread, slot, own));
  }
  let most = 0;
  for (const [slot, share] of neighbors) most = Math.max(most, own(slot) + share);
  const points = new Map<number, DocumentPoints>();
  for (const [slot, share] of neighbors) {
    const thread = documents.threadOf(slot);
    points.set(slot, {
      words: words[slot] ?? 0,
      together: together.get(slot) ?? 0,
      neighbors: share,
      thread: thread === null ? 0 : SEARCH_TUNING.thread.share * most * (threads.get(thread) ?? 0),
      date: 0,
    });
  }
  return { points, matches, threads };
}

/** Word points of all documents, the weight of the terms that each contains, and how well their threads match. */
function addWordPoints(
  matches: readonly TermMatch[],
  { postings, slots, threads, threadOf }: RankedDocuments,
): {
  readonly words: Float64Array;
  readonly covered: Float64Array;
  readonly found: number[];
  readonly threads: ReadonlyMap<Thread, number>;
} {
  const words = new Float64Array(slots);
  const covered = new Float64Array(slots);
  const found: number[] = [];
  const threadScores = createThreadScores(threads);
  const common = Math.max(MIN_COMMON_TERM_DOCUMENTS, slots * COMMON_TERM_SHARE);
  const add = (match: TermMatch, slot: number, points: number): void => {
    if (points === 0) return;
    words[slot] = (words[slot] ?? 0) + points;
    covered[slot] = (covered[slot] ?? 0) + match.share * match.rarity;
  };
  for (const match of matches) {
    // Rare terms came first. A common one only adds to what they found, because visiting its documents costs most and decides least.
    if (match.documents > common && found.length > 0) {
      for (const slot of found) add(match, slot, postings.pointsOf(match, slot));
      continue;
    }
    postings.visit(match, (slot, points, count) => {
      if (words[slot] === 0) found.push(slot);
      add(match, slot, points);
      const thread = threadOf(slot);
      if (thread !== null) threadScores.count(thread, count);
    });
    threadScores.endTerm(match);
  }
  return { words, covered, found, threads: threadScores.shares() };
}

function togetherPoints(
  {
    best,
    words,
    covered,
  }: { readonly best: readonly number[]; readonly words: Float64Array; readonly covered: Float64Array },
  own: readonly string[],
  { matches, documents }: { readonly matches: readonly TermMatch[]; readonly documents: RankedDocuments },
): ReadonlyMap<number, number> {
  const pairs = pairRarities(own, matches);
  const whole = matches.reduce((sum, { share, rarity }) => sum + share * rarity, Number.EPSILON);
  const points = new Map<number, number>();
  for (const [index, slot] of best.entries()) {
    const phrases = index < MAX_PHRASE_DOCUMENTS ? phrasePoints(pairs, documents.termsOf(slot)) : 0;
    const coverage = SEARCH_TUNING.coverage * ((covered[slot] ?? 0) / whole);
    points.set(slot, phrases + ((words[slot] ?? 0) + phrases) * coverage);
  }
  return points;
}

/** The mean rarity of each pair of words that the query has next to each other, by the first and the second word. */
type PairRarities = ReadonlyMap<string, ReadonlyMap<string, number>>;

function pairRarities(own: readonly string[], matches: readonly TermMatch[]): PairRarities {
  const rarities = new Map(
    matches.flatMap(({ term, share, rarity }) => (share === 1 ? [[term, rarity] as const] : [])),
  );
  return new Map(
    own.slice(1).flatMap((term, index) => {
      const before = own[index] ?? "";
      const [first, second] = [rarities.get(before), rarities.get(term)];
      return first === undefined || second === undefined
        ? []
        : [[before, new Map([[term, (first + second) / 2]])] as const];
    }),
  );
}

function phrasePoints(pairs: PairRarities, terms: readonly string[]): number {
  if (pairs.size === 0) return 0;
  const seen = new Set<string>();
  let points = 0;
  for (let index = 1; index < terms.length; index += 1) {
    const before = terms[index - 1] ?? "";
    const rarity = pairs.get(before)?.get(terms[index] ?? "");
    if (rarity === undefined || seen.has(before)) continue;
    seen.add(before);
    points += SEARCH_TUNING.phrase * rarity;
  }
  return points;
}

/** The documents and those that are said right before or after them. */
function withNeighbors(best: readonly number[], { threadOf }: RankedDocuments): ReadonlySet<number> {
  const all = new Set(best);
  for (const slot of best) {
    const members = threadOf(slot)?.members ?? [];
    const at = members.findIndex((member) => member.slot === slot);
    for (const { slot: neighbor } of members.slice(Math.max(0, at - 2), at + 3)) all.add(neighbor);
  }
  return all;
}
